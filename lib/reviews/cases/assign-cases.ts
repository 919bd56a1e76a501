import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tReviewRefusals } from '#lib/messages/reviews-server.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, CaseId, PersonId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import type { assignCasesForm, CaseUndo } from './schema/case.ts';
import { canTakeCases, changeCase, lockCases } from './store/cases.ts';

/**
 * Assigns cases to a person, or unassigns them. Changes all of them or none.
 *
 * @throws Problem 'not-found' for a case of another business, 'invalid' for a person who can't review
 */
export async function assignCases(
  context: Context<PersonActor>,
  input: z.output<typeof assignCasesForm>,
): Promise<{ readonly assigned: number; readonly undo: CaseUndo }> {
  const { businessId } = requirePermission(context, input.businessId, 'review.work');
  const now = context.clock.now();
  const requestedIds = [...new Set(input.caseIds)].map((id) => parseId<CaseId>(id));
  const ids = requestedIds.filter((id) => id !== null);
  return inTransaction(async (transaction) => {
    const assigneeId = await requireAssignee(transaction, businessId, input.personId);
    const cases = await lockCases(transaction, businessId, ids);
    if (cases.length !== requestedIds.length)
      throw new Problem('not-found', tReviewRefusals('problem.notAssigned'));
    const changing = cases.filter(
      (one) => one.assigneeId !== assigneeId && (one.state === 'open' || one.state === 'proposed'),
    );
    for (const { caseId } of changing) await changeCase(transaction, businessId, caseId, now, { assigneeId });
    if (changing.length > 0) await announce(transaction, { businessId, topics: ['reviews'] });
    for (const one of changing)
      await writeAudit(transaction, context, {
        businessId,
        action: 'review-case.assign',
        objectType: 'review-case',
        objectId: one.caseId,
        before: { assignee: one.assigneeId },
        after: { assignee: assigneeId },
      });
    const undone = changing.map((one) => ({ caseId: one.caseId, to: one.assigneeId }));
    const undo: CaseUndo = { kind: 'assign', from: assigneeId, cases: undone };
    return { assigned: changing.length, undo };
  });
}

/**
 * Returns the person if cases can be assigned to them, or null for no person.
 *
 * @throws Problem 'invalid'
 */
export async function requireAssignee(
  transaction: Transaction,
  businessId: BusinessId,
  requestedPersonId: string | null,
): Promise<PersonId | null> {
  if (requestedPersonId === null) return null;
  const personId = parseId<PersonId>(requestedPersonId);
  if (personId === null || !(await canTakeCases(transaction, businessId, personId)))
    throw new Problem('invalid', tReviewRefusals('problem.notAssignable'), {
      fieldErrors: { personId: [tReviewRefusals('form.assignee')] },
    });
  return personId;
}
