import 'server-only';
import { writeAudit } from '#lib/audit/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import type { Transaction } from '#lib/platform/transaction.ts';
import { later } from '#lib/values/instant.ts';
import { disagreement } from './model.ts';
import type { Subject } from './model-facts.ts';
import { raiseAlert } from './store/alerts.ts';
import { findWatched, setDisagreement } from './store/watching.ts';

/** Whoever decides against the service's status sees so on the page; mail reminds of it where it stands a day later. */
const knownContradictionMs = 24 * 3_600_000;

/**
 * Looks at whether the service contradicts what was decided on the case that a subject belongs to, and writes down when
 * that begins and ends. Answers whether it changed.
 */
export async function watchService(
  transaction: Transaction,
  context: Context<SystemActor>,
  { businessId, kind, subjectId }: Pick<Subject, 'businessId' | 'kind' | 'subjectId'>,
): Promise<boolean> {
  const found = await findWatched(transaction, businessId, kind, subjectId);
  if (found === null) return false;
  const { caseId, subjects, decision } = found;
  const contradictions = subjects.flatMap((one) => disagreement(decision, one.kind, one) ?? []);
  const what = contradictions[0] ?? null;
  const now = context.clock.now();
  if (!(await setDisagreement(transaction, businessId, caseId, what === null ? null : now))) return false;
  const own = subjects.find(({ isOwn }) => isOwn);
  const wasKnown = own !== undefined && own.status === found.statusThen;
  if (what !== null)
    await raiseAlert(transaction, {
      businessId,
      caseId,
      kind: 'disagreement',
      at: now,
      ...(wasKnown ? { notBefore: later(found.decidedAt, knownContradictionMs) } : {}),
    });
  await writeAudit(transaction, context, {
    businessId,
    action: what === null ? 'review-case.agree' : 'review-case.disagree',
    objectType: 'review-case',
    objectId: caseId,
    after: { contradiction: what, statuses: subjects.map(({ status }) => status) },
  });
  return true;
}
