import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import type { HoldKind } from './model.ts';
import { holdKinds } from './model.ts';

/** Returns the ID of an existing record of the business, or null. A callback is found by its reference as well. */
async function findRecordId(
  transaction: Transaction,
  businessId: BusinessId,
  kind: HoldKind,
  recordId: string,
): Promise<string | null> {
  switch (kind) {
    case 'payment':
      return (
        (await transaction.payment.findFirst({ where: { businessId, paymentId: recordId } }))?.paymentId ??
        null
      );
    case 'withdrawal':
      return (
        (await transaction.withdrawal.findFirst({ where: { businessId, withdrawalId: recordId } }))
          ?.withdrawalId ?? null
      );
    case 'case':
      return (
        (await transaction.reviewCase.findFirst({ where: { businessId, caseId: recordId } }))?.caseId ?? null
      );
    case 'callback': {
      const where = { businessId, OR: [{ id: recordId }, { reference: recordId }] };
      return (await transaction.callbackMessage.findFirst({ where, select: { id: true } }))?.id ?? null;
    }
    case 'audit':
      // The ID of the business holds its whole log.
      return recordId === businessId ? businessId : null;
  }
}

/** Places a hold on a record of the business. */
export async function insertHold(
  transaction: Transaction,
  hold: {
    readonly personId: PersonId;
    readonly at: Instant;
    readonly businessId: BusinessId;
    readonly kind: HoldKind;
    readonly recordId: string;
    readonly reason: string;
  },
): Promise<'placed' | 'no record' | 'held'> {
  const { businessId, kind, reason, personId, at } = hold;
  const recordId = await findRecordId(transaction, businessId, kind, hold.recordId);
  if (recordId === null) return 'no record';
  // Serializes two holds on one record.
  await transaction.$queryRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(${`legal_hold ${businessId} ${recordId}`}, 0))::text`;
  const held = await transaction.legalHold.count({ where: { businessId, kind, recordId, liftedAt: null } });
  if (held > 0) return 'held';
  await transaction.legalHold.create({
    data: { businessId, kind, recordId, reason, placedById: personId, placedAt: toDate(at) },
  });
  return 'placed';
}

/** Locks an active hold. Null: it doesn’t exist or was lifted. */
export async function lockHold(transaction: Transaction, businessId: BusinessId, holdId: string) {
  await transaction.$queryRaw`
    SELECT FROM legal_hold WHERE business_id = ${businessId}::uuid AND hold_id = ${holdId}::uuid FOR UPDATE`;
  const row = await transaction.legalHold.findFirst({ where: { businessId, holdId, liftedAt: null } });
  if (row === null) return null;
  return { kind: z.enum(holdKinds).parse(row.kind), recordId: row.recordId };
}

/** Lifts a hold. The database refuses it without an approved proposal. */
export async function storeHoldLift(
  transaction: Transaction,
  businessId: BusinessId,
  holdId: string,
  at: Instant,
): Promise<void> {
  await transaction.legalHold.update({
    where: { businessId_holdId: { businessId, holdId } },
    data: { liftedAt: toDate(at) },
  });
}
