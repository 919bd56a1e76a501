import 'server-only';
import * as z from 'zod';
import { isUniqueViolation } from '#lib/database/errors.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { tBatchProblems } from '#lib/messages/batch-problems.ts';
import { Problem } from '#lib/values/errors.ts';
import type { PaymentId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import { Prisma } from '#prisma/generated/client.ts';
import { lostRowColumns, lostRowJoins, lostRowShape, toLostRow } from './lost-row-sql.ts';
import type { LostRow } from './schema.ts';
import type { BatchKey } from './store.ts';

const lockedRow = z.array(
  lostRowShape.extend({ client_payment_id: z.string(), is_candidate: z.boolean().nullable() }),
);

type LockedRow = LostRow & {
  readonly clientPaymentId: string;
  /** True if the chosen payment may be from the row. */
  readonly isCandidate: boolean;
};

/**
 * Locks a row and returns what is known about it, or null if it was not in doubt after a restored backup. `paymentId` is
 * the payment that a person chose.
 */
export async function lockLostRow(
  transaction: Transaction,
  { businessId, batchId }: BatchKey,
  number: number,
  paymentId: PaymentId | null,
): Promise<LockedRow | null> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT line.client_payment_id, ${paymentId}::text = ANY (seen.payment_ids) AS is_candidate,
           ${Prisma.raw(lostRowColumns)}
      FROM payment_batch_row line ${Prisma.raw(lostRowJoins)}
     WHERE line.business_id = ${businessId}::uuid AND line.batch_id = ${batchId}::uuid AND line.number = ${number}
       FOR UPDATE OF line`;
  const [row] = lockedRow.parse(rows);
  const lost = row === undefined ? null : toLostRow(row);
  if (row === undefined || lost === null) return null;
  return { ...lost, clientPaymentId: row.client_payment_id, isCandidate: row.is_candidate === true };
}

/**
 * Stores how a person settled a row. The caller has locked it.
 *
 * @throws Problem 'conflict' if another row was settled with the payment at the same time.
 */
export async function storeSettlement(
  transaction: Transaction,
  { businessId, batchId }: BatchKey,
  number: number,
  {
    paymentId,
    personId,
    at,
    error,
  }: {
    /** The payment that the row created, or null for none. */
    readonly paymentId: PaymentId | null;
    readonly personId: PersonId;
    readonly at: Instant;
    readonly error: string | null;
  },
): Promise<void> {
  try {
    await transaction.paymentBatchRow.update({
      where: { businessId_batchId_number: { businessId, batchId, number } },
      data: {
        state: paymentId === null ? 'failed' : 'done',
        error,
        settledBy: personId,
        settledAt: toDate(at),
        settledPaymentId: paymentId,
      },
    });
  } catch (thrown) {
    // The unique index waits for the other row, then refuses this one.
    if (isUniqueViolation(thrown)) throw new Problem('conflict', tBatchProblems('verbs.alreadyAssigned'));
    throw thrown;
  }
}
