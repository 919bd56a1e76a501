import 'server-only';
import { writeAudit } from '#lib/audit/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { announce } from '#lib/platform/live.ts';
import type { Transaction } from '#lib/platform/transaction.ts';
import { inTransaction } from '#lib/platform/transaction.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { later } from '#lib/values/instant.ts';
import type { Subject } from './model-facts.ts';
import { factsOf } from './model-facts.ts';
import { changeCase } from './store/cases.ts';
import { addFacts, openCase, standingDecision, takeDue } from './store/opening.ts';

/** How many are looked at in one transaction: others who write to the audit log wait for it. */
const batch = 50;
const hourMs = 3_600_000;

type Opened = { readonly opened: number; readonly joined: number };

/**
 * Opens a case for whatever was flagged since, one a subject; later facts join it, and one that was cleared is opened
 * again. What is due was marked by the database in the transaction that made it known, so none is missed, and running
 * this twice at once does no harm.
 */
export async function openCases(context: Context<SystemActor>, stop: AbortSignal): Promise<Opened> {
  let [opened, joined] = [0, 0];
  while (!stop.aborted) {
    const { taken, results } = await inTransaction(async (transaction) => {
      const subjects = await takeDue(transaction, batch);
      const done: Result[] = [];
      const changed = new Set<BusinessId>();
      for (const subject of subjects) {
        const result = await openOne(transaction, context, subject);
        if (result !== 'nothing') changed.add(subject.businessId);
        done.push(result);
      }
      for (const businessId of changed) await announce(transaction, { businessId, topics: ['reviews'] });
      return { taken: subjects.length, results: done };
    });
    opened += results.filter((result) => result === 'opened').length;
    joined += results.filter((result) => result === 'joined').length;
    if (taken === 0) break;
  }
  return { opened, joined };
}

type Result = 'opened' | 'joined' | 'nothing';

async function openOne(
  transaction: Transaction,
  context: Context<SystemActor>,
  subject: Subject,
): Promise<Result> {
  const facts = factsOf(subject);
  if (facts.length === 0) return 'nothing';
  const { businessId } = subject;
  const now = context.clock.now();
  const dueAt = later(now, subject.dueHours * hourMs);
  const { caseId, isNew, state } = await openCase(transaction, subject, now, dueAt);
  const added = await addFacts(transaction, businessId, caseId, facts, now);
  if (added.length === 0) return 'nothing';
  const reopens =
    state === 'decided' && (await standingDecision(transaction, businessId, caseId)) === 'clear';
  if (!isNew)
    await changeCase(
      transaction,
      businessId,
      caseId,
      now,
      reopens ? { state: 'open', decidedAt: null, dueAt } : {},
    );
  await writeAudit(transaction, context, {
    businessId,
    action: isNew ? 'review-case.open' : reopens ? 'review-case.reopen' : 'review-case.join',
    objectType: 'review-case',
    objectId: caseId,
    after: { subject: subject.kind, subjectId: subject.subjectId, facts: added },
  });
  return isNew ? 'opened' : 'joined';
}
