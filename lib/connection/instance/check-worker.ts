import 'server-only';
import { findAnchorStatus, isSignedWithOtherKey } from '#lib/audit/index.ts';
import { tAuditAnchors } from '#lib/messages/audit.ts';
import { tInstanceChecks } from '#lib/messages/operations.ts';
import type { WorkerReport } from '#lib/operations/index.ts';
import { findWorkerReport } from '#lib/operations/index.ts';
import type { Instant } from '#lib/values/instant.ts';
import { formatUtc } from '#lib/values/instant.ts';
import type { CheckView } from '../schema.ts';
import { toInstanceCheck } from './instance-check.ts';

type AnchorStatus = Awaited<ReturnType<typeof findAnchorStatus>>;

/** The job of the anchors runs every 30 seconds, or each minute by a cron route. */
const workerLateMs = 5 * 60_000;

function describeAnchors({ state, failure, number, at }: AnchorStatus): CheckView {
  const key = 'audit-anchors';
  if (state === 'off') return toInstanceCheck(key, 'attention', tAuditAnchors('off'));
  if (failure !== null) return toInstanceCheck(key, 'bad', tAuditAnchors(`failure.${failure}`));
  if (state === 'late') return toInstanceCheck(key, 'bad', tAuditAnchors('late'));
  if (state === 'waiting') return toInstanceCheck(key, 'attention', tAuditAnchors('none'));
  return number === null || at === null
    ? toInstanceCheck(key, 'good', tInstanceChecks('anchors.none'))
    : toInstanceCheck(key, 'good', tInstanceChecks('anchors.current', { number, at: formatUtc(at) }));
}

function describeWorker({ state, checkedAt }: AnchorStatus, now: Instant): CheckView {
  const key = 'worker';
  if (state === 'off') return toInstanceCheck(key, 'unknown', tInstanceChecks('worker.unknown'));
  if (checkedAt === null) return toInstanceCheck(key, 'attention', tInstanceChecks('worker.never'));
  const ageMs = Math.max(0, now - checkedAt);
  return ageMs > workerLateMs
    ? toInstanceCheck(key, 'bad', tInstanceChecks('worker.late', { minutes: Math.round(ageMs / 60_000) }))
    : toInstanceCheck(key, 'good', tInstanceChecks('worker.good', { seconds: Math.round(ageMs / 1_000) }));
}

function describeReport({ isSilent, silentSeconds }: WorkerReport): CheckView {
  return isSilent
    ? toInstanceCheck(
        'worker',
        'bad',
        tInstanceChecks('worker.silent', { minutes: Math.max(1, Math.round(silentSeconds / 60)) }),
      )
    : toInstanceCheck('worker', 'good', tInstanceChecks('worker.reports', { seconds: silentSeconds }));
}

/**
 * Checks the anchors of the audit log and the last report of the worker. A worker of an earlier version doesn't report,
 * so its last run is known from the anchors only.
 */
export async function checkWorker(now: Instant): Promise<readonly CheckView[]> {
  const [status, report, hasOtherKey] = await Promise.all([
    findAnchorStatus(now),
    findWorkerReport(),
    isSignedWithOtherKey(),
  ]);
  const anchors =
    hasOtherKey && status.state !== 'off'
      ? toInstanceCheck('audit-anchors', 'bad', tInstanceChecks('anchors.otherKey'))
      : describeAnchors(status);
  return [anchors, report === null ? describeWorker(status, now) : describeReport(report)];
}
