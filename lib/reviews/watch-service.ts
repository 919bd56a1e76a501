import 'server-only';
import { writeAudit } from '#lib/audit/index.ts';
import type { Actor, Context } from '#lib/platform/context.ts';
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
 * that begins and ends. Answers whether it changed. Whoever decides looks at once (`deciding`): what is found then stood
 * before their eyes, what is found later is news.
 */
export async function watchService(
  transaction: Transaction,
  context: Context<Actor>,
  { businessId, kind, subjectId }: Pick<Subject, 'businessId' | 'kind' | 'subjectId'>,
  deciding = false,
): Promise<boolean> {
  const found = await findWatched(transaction, businessId, kind, subjectId);
  if (found === null) return false;
  const { caseId, subjects, decision } = found;
  const contradictions = subjects.flatMap((one) => disagreement(decision, one.kind, one) ?? []);
  const what = contradictions[0] ?? null;
  const now = context.clock.now();
  if (!(await setDisagreement(transaction, businessId, caseId, what === null ? null : now))) return false;
  if (what !== null)
    await raiseAlert(transaction, {
      businessId,
      caseId,
      kind: 'disagreement',
      at: now,
      ...(deciding ? { notBefore: later(now, knownContradictionMs) } : {}),
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
