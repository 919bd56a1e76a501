import 'server-only';
import type { Scope } from '#lib/access/index.ts';
import { countDelayedAccounts } from '#lib/access/index.ts';
import { findAnchorStatus } from '#lib/audit/index.ts';
import { findClockSkew } from '#lib/database/readiness.ts';
import { findWorkerReport } from '#lib/operations/index.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { AttentionItem } from '../schema/overview.ts';

/** Counts accounts with many password attempts, for roles that manage people. */
async function readGuessing(scope: Scope, now: Instant): Promise<readonly AttentionItem[]> {
  if (!scope.may('team.manage')) return [];
  const count = await countDelayedAccounts(scope.businessId, now);
  return count === 0 ? [] : [{ kind: 'sign-in-guessing', count, more: false, until: null, inferred: false }];
}

/** The anchors of the audit log are shared by all businesses. Roles that may read the log see the alarm. */
async function readAnchorAlarm(scope: Scope, now: Instant): Promise<readonly AttentionItem[]> {
  if (!scope.may('audit.read')) return [];
  const { state } = await findAnchorStatus(now);
  if (state !== 'failing' && state !== 'late') return [];
  return [{ kind: 'audit-unanchored', count: 1, more: false, until: null, inferred: false }];
}

/** Callbacks are stamped by this machine's clock. Owners see how far it differs from the database's. */
async function readClockAlarm(scope: Scope): Promise<readonly AttentionItem[]> {
  if (!scope.may('connection.manage')) return [];
  const seconds = await findClockSkew();
  if (seconds === null) return [];
  const count = Math.round(Math.abs(seconds));
  return [{ kind: 'clock-skew', count, more: false, until: null, inferred: false }];
}

/** Owners see that neither a worker nor a cron route reports. Before the first report there is no alarm. */
async function readWorkerAlarm(scope: Scope): Promise<readonly AttentionItem[]> {
  if (!scope.may('connection.manage')) return [];
  const report = await findWorkerReport();
  if (report === null || !report.isSilent) return [];
  const count = Math.max(1, Math.round(report.silentSeconds / 60));
  return [{ kind: 'worker-stopped', count, more: false, until: null, inferred: false }];
}

/** Reads the alarms about people and the installation, each for the roles that may see it. */
export async function readInstallationAlarms(scope: Scope, now: Instant) {
  const [guessing, anchor, clock, worker] = await Promise.all([
    readGuessing(scope, now),
    readAnchorAlarm(scope, now),
    readClockAlarm(scope),
    readWorkerAlarm(scope),
  ]);
  return { guessing, anchor, clock, worker };
}
