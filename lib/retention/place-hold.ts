import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tRetention } from '#lib/messages/retention.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { storableText } from '#lib/values/storable-text.ts';
import { findHeldRecord } from './held-record-queries.ts';
import { auditObjectTypes } from './model.ts';
import { readRetention } from './queries.ts';
import type { placeHoldForm, RetentionView } from './schema.ts';
import { insertHold } from './store.ts';

/**
 * Places a legal hold on a record or on the audit log. It doesn't expire until two people lift the hold.
 *
 * @throws Problem 'not-found' without access or without such a record, 'forbidden', and 'conflict' for a second hold
 * or for a reference of several records
 */
export async function placeHold(
  context: Context<PersonActor>,
  input: z.output<typeof placeHoldForm>,
): Promise<RetentionView> {
  const { businessId } = requirePermission(context, input.businessId, 'review.work');
  const { kind } = input;
  const recordId = await findHeldRecord(businessId, kind, input.recordId);
  const reason = storableText(input.reason);
  await inTransaction(async (transaction) => {
    const { personId } = context.actor;
    const hold = { businessId, kind, recordId, reason, personId, at: context.clock.now() };
    const result = await insertHold(transaction, hold);
    if (result === 'no record') throw new Problem('not-found', tRetention('problem.noRecord'));
    if (result === 'held') throw new Problem('conflict', tRetention('problem.held'));
    await writeAudit(transaction, context, {
      businessId,
      action: 'retention.hold',
      objectType: auditObjectTypes[kind],
      objectId: recordId,
      after: { reason },
    });
  });
  return readRetention(context, businessId);
}
