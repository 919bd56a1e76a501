import 'server-only';
import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { readAcceptedTerms } from '#lib/businesses/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tBatchProblems } from '#lib/messages/payment-batches.ts';
import { readMinimumsView } from '#lib/minimums/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import { checkRowValues } from './check-row.ts';
import { findChangedValues } from './model/fields.ts';
import { findReadings } from './model/file-amount.ts';
import { createMinimumWarnings } from './model/minimum-warning.ts';
import { cleanValues, findRemainingCellProblems, readTypedValues } from './model/row.ts';
import { findRow, markDuplicates, updateRow } from './row-store.ts';
import type { correctRowForm } from './schema.ts';
import { addBatchAuthor, lockBatch, setRevision } from './store.ts';

/**
 * Replaces values of a row before the batch is confirmed, and checks the row again.
 *
 * @throws Problem 'not-found', 'forbidden', 'invalid' if the amount can be read in two ways, or 'conflict' if the batch is not checked or already confirmed.
 */
export async function correctRow(
  context: Context<PersonActor>,
  input: z.output<typeof correctRowForm>,
): Promise<{ readonly number: number }> {
  const { businessId } = requirePermission(context, input.businessId, 'payment.create');
  const { batchId, number } = input;
  const key = { businessId, batchId };
  const accepted = await readAcceptedTerms(context, businessId);
  const { minimums } = await readMinimumsView(context, businessId);
  return inTransaction(async (transaction) => {
    const batch = await lockBatch(transaction, key);
    if (batch === null) throw new Problem('not-found', tBatchProblems('verbs.notFound'));
    if (batch.state !== 'checked')
      throw new Problem(
        'conflict',
        tBatchProblems(batch.confirmedAt === null ? 'verbs.notChecked' : 'verbs.confirmed'),
      );
    const stored = await findRow(transaction, key, number);
    if (stored === null) throw new Problem('not-found', tBatchProblems('verbs.rowNotFound'));
    const before = stored.values;
    const readings = findReadings(input.values.amount ?? '');
    // The person sees plain digits here, and may have the notation of the file in mind.
    if (readings !== null) throw new Problem('invalid', tBatchProblems('value.ambiguous', readings));
    const decimalSign = batch.decimalSign ?? '.';
    const values = readTypedValues(cleanValues({ ...before, ...input.values }), decimalSign);
    const findMinimumWarning = createMinimumWarnings(accepted, minimums);
    const terms = { businessId, accepted, findMinimumWarning, decimalSign };
    const checked = checkRowValues(number, values, terms, findRemainingCellProblems(stored, values));
    const corrections = { ...stored.corrections, ...findChangedValues(before, values) };
    await updateRow(transaction, key, { ...checked, corrections, duplicateOf: null });
    const ids = [before.clientPaymentId ?? '', values.clientPaymentId ?? ''];
    await markDuplicates(transaction, key, ids);
    await setRevision(transaction, key, randomUUID());
    await addBatchAuthor(transaction, key, context.actor.personId);
    await announce(transaction, { businessId, topics: ['batches'] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'payment-batch.correct',
      objectType: 'payment-batch',
      objectId: batchId,
      before: { number, ...before },
      after: { number, ...values },
    });
    return { number };
  });
}
