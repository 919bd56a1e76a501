import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { deleteDraft } from '#lib/drafts/index.ts';
import { tReviewRefusals } from '#lib/messages/reviews-server.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import { storableText } from '#lib/values/storable-text.ts';
import type { SubjectKind } from '../model.ts';
import type { openManualCaseForm } from './schema/case.ts';
import { recordCaseEvents } from './store/case-events.ts';
import { updateCaseValues } from './store/case-values.ts';
import { readDueHours } from './store/cases.ts';
import { addFact, openCase } from './store/opening.ts';

const hourMs = 3_600_000;

/**
 * Opens a case for a deposit, withdrawal or payment that nothing flagged. The reason is part of the case and never ends.
 *
 * @throws Problem 'conflict' if the record has a case, and 'not-found' for an unknown record
 */
export async function openManualCase(
  context: Context<PersonActor>,
  input: z.output<typeof openManualCaseForm>,
): Promise<{ readonly caseId: string }> {
  const { businessId } = requirePermission(context, input.businessId, 'review.work');
  const { subjectKind: kind, subjectId } = input;
  const reason = storableText(input.reason);
  return inTransaction(async (transaction) => {
    if (!(await hasRecord(transaction, businessId, kind, subjectId)))
      throw new Problem('not-found', tReviewRefusals('problem.recordNotFound'));
    const now = context.clock.now();
    const dueAt = addMilliseconds(now, (await readDueHours(transaction, businessId)) * hourMs);
    const { own, isNew } = await openCase(transaction, { businessId, kind, subjectId }, now, dueAt);
    if (!isNew) throw new Problem('conflict', tReviewRefusals('problem.recordHasCase'));
    const { caseId } = own;
    await addFact(transaction, businessId, caseId, { kind: 'manual', detail: { reason } }, now);
    await updateCaseValues(transaction, businessId, [caseId], now);
    await recordCaseEvents(transaction, businessId, 'review-case.opened', [caseId], now);
    await deleteDraft(transaction, {
      businessId,
      personId: context.actor.personId,
      form: 'open-case',
      subject: subjectId,
    });
    await announce(transaction, { businessId, topics: ['reviews'], ids: [caseId] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'review-case.open',
      objectType: 'review-case',
      objectId: caseId,
      after: { subject: kind, subjectId, facts: ['manual'], reason },
    });
    return { caseId };
  });
}

async function hasRecord(
  transaction: Transaction,
  businessId: BusinessId,
  kind: SubjectKind,
  id: string,
): Promise<boolean> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT 1 FROM deposit WHERE ${kind} = 'deposit' AND business_id = ${businessId}::uuid AND deposit_id = ${id}::uuid
    UNION ALL
    SELECT 1 FROM withdrawal
     WHERE ${kind} = 'withdrawal' AND business_id = ${businessId}::uuid AND withdrawal_id = ${id}::uuid
    UNION ALL
    SELECT 1 FROM payment WHERE ${kind} = 'payment' AND business_id = ${businessId}::uuid AND payment_id = ${id}::uuid`;
  return z.array(z.unknown()).parse(rows).length > 0;
}
