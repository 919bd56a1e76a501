import 'server-only';
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { BusyRecordsError } from '#lib/database/errors.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, DepositId, MessageId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { ParsedCallback } from '../model/parsed-callback.ts';
import type { PreparedCallback } from '../parse/prepare-callback.ts';

/** A record, or a message without one, that only one observation can change at a time. */
export type LockedRecord = {
  readonly businessId: BusinessId;
  readonly id: PaymentId | DepositId | WithdrawalId | MessageId;
};

/**
 * Locks these records for one observation until the transaction ends. All locks are taken at once and in one order,
 * which avoids deadlocks.
 */
export async function lockRecords(
  transaction: Transaction,
  businessId: BusinessId,
  ids: readonly LockedRecord['id'][],
): Promise<void> {
  const keys = toLockKeys(ids.map((id) => ({ businessId, id }))).map(String);
  await transaction.$queryRawUnsafe(lockSql, keys);
}

/**
 * Thrown when another observation moved a deposit between payments while this one waited for its locks, so they are
 * the wrong ones now. The caller retries.
 */
export class ConcurrentUpdateError extends BusyRecordsError {
  constructor() {
    super('timed out waiting for a deposit that another observation moved');
  }
}

/** Locks a payment, the named deposits and their owners, all at once. Returns the locked payments. */
export async function lockPayment(
  transaction: Transaction,
  businessId: BusinessId,
  paymentId: PaymentId,
  depositIds: readonly DepositId[],
  otherIds: readonly LockedRecord['id'][] = [],
): Promise<ReadonlySet<PaymentId>> {
  const owners = new Set([
    paymentId,
    ...(await findDepositOwners(transaction, businessId, depositIds)).values(),
  ]);
  await lockRecords(transaction, businessId, [...owners, ...depositIds, ...otherIds]);
  return owners;
}

/** Locks the records of a callback, and `ids`. Returns the locked payments. */
export async function lockCallback(
  transaction: Transaction,
  businessId: BusinessId,
  parsed: ParsedCallback,
  ids: readonly LockedRecord['id'][],
): Promise<ReadonlySet<PaymentId>> {
  if (parsed.kind === 'deposit')
    return lockPayment(transaction, businessId, parsed.paymentId, [parsed.depositId], ids);
  await lockRecords(
    transaction,
    businessId,
    parsed.kind === 'withdrawal' ? [parsed.withdrawalId, ...ids] : ids,
  );
  return new Set();
}

/** Returns the owner of each stored deposit. */
export async function findDepositOwners(
  transaction: Transaction,
  businessId: BusinessId,
  depositIds: readonly DepositId[],
): Promise<ReadonlyMap<DepositId, PaymentId>> {
  if (depositIds.length === 0) return new Map();
  const rows: unknown = await transaction.$queryRaw`
    SELECT deposit_id::text AS deposit, payment_id::text AS payment FROM deposit
     WHERE business_id = ${businessId}::uuid AND deposit_id = ANY(${[...depositIds]}::text[]::uuid[])`;
  return new Map(
    owner.parse(rows).map(({ deposit, payment }) => [toId<DepositId>(deposit), toId<PaymentId>(payment)]),
  );
}

const owner = z.array(z.object({ deposit: z.string(), payment: z.string() }));

/** Lists the records to lock for a callback. Another payment that owns its deposit is added later. */
export function listRecordsToLock({
  id,
  parsed,
  observation: { businessId },
}: PreparedCallback): LockedRecord[] {
  if (parsed.kind === 'deposit')
    return [
      { businessId, id: parsed.paymentId },
      { businessId, id: parsed.depositId },
    ];
  return [{ businessId, id: parsed.kind === 'withdrawal' ? parsed.withdrawalId : id }];
}

/** Returns the lock keys of these records, each once, in the order in which all transactions take them. */
export const toLockKeys = (locked: readonly LockedRecord[]): bigint[] =>
  [...new Set(locked.map(lockKey))].sort((left, right) => (left < right ? -1 : left > right ? 1 : 0));

/** SQL that takes the locks of {@link toLockKeys}, passed as text. */
export const lockSql = 'SELECT pg_advisory_xact_lock(key)::text FROM unnest($1::text[]::bigint[]) AS key';

/** SQL that takes the free ones of these locks, and returns which were free. */
export const tryLockSql =
  'SELECT key::text AS key, pg_try_advisory_xact_lock(key) AS free FROM unnest($1::text[]::bigint[]) AS key';

const lockKey = ({ businessId, id }: LockedRecord): bigint =>
  createHash('sha256').update(`${businessId} ${id}`).digest().readBigInt64BE(0);
