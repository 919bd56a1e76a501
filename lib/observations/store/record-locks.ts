import 'server-only';
import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, DepositId, MessageId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { ParsedCallback } from '../model/parsed-callback.ts';
import type { PreparedCallback } from '../parse/prepare-callback.ts';

/** A record, or a message that changes none, at which only one observation may be. */
export type LockedRecord = {
  readonly businessId: BusinessId;
  readonly id: PaymentId | DepositId | WithdrawalId | MessageId;
};

/**
 * Lets one observation at a time at each of these records, until the transaction ends. All locks are taken at
 * once and in one order, so that no two observations wait for each other.
 */
export async function lockRecords(
  transaction: Transaction,
  businessId: BusinessId,
  ids: readonly LockedRecord['id'][],
): Promise<void> {
  const keys = lockKeys(ids.map((id) => ({ businessId, id }))).map(String);
  await transaction.$queryRawUnsafe(lockSql, keys);
}

/**
 * Another observation moved a deposit between two payments while this one waited for its locks, which are therefore not
 * the right ones any more. Whoever asked asks again.
 */
export class ConcurrentUpdateError extends Error {
  constructor() {
    super('timed out waiting for a deposit that another observation moved meanwhile');
  }
}

/**
 * Lets one observation at a time at a payment, at the deposits that are named, and at the payments that have them, all at
 * once. Answers the payments.
 */
export async function lockPayment(
  transaction: Transaction,
  businessId: BusinessId,
  paymentId: PaymentId,
  named: readonly DepositId[],
  more: readonly LockedRecord['id'][] = [],
): Promise<ReadonlySet<PaymentId>> {
  const owners = new Set([paymentId, ...(await findDepositOwners(transaction, businessId, named)).values()]);
  await lockRecords(transaction, businessId, [...owners, ...named, ...more]);
  return owners;
}

/** The same for what a callback is about, with `ids` beside it. */
export async function lockReceived(
  transaction: Transaction,
  businessId: BusinessId,
  read: ParsedCallback,
  ids: readonly LockedRecord['id'][],
): Promise<ReadonlySet<PaymentId>> {
  if (read.kind === 'deposit')
    return lockPayment(transaction, businessId, read.paymentId, [read.depositId], ids);
  await lockRecords(transaction, businessId, read.kind === 'withdrawal' ? [read.withdrawalId, ...ids] : ids);
  return new Set();
}

/** Which payment has each of these deposits, where it is known. */
export async function findDepositOwners(
  transaction: Transaction,
  businessId: BusinessId,
  named: readonly DepositId[],
): Promise<ReadonlyMap<DepositId, PaymentId>> {
  if (named.length === 0) return new Map();
  const rows: unknown = await transaction.$queryRaw`
    SELECT deposit_id::text AS deposit, payment_id::text AS payment FROM deposit
     WHERE business_id = ${businessId}::uuid AND deposit_id = ANY(${[...named]}::text[]::uuid[])`;
  return new Map(
    owner.parse(rows).map(({ deposit, payment }) => [toId<DepositId>(deposit), toId<PaymentId>(payment)]),
  );
}

const owner = z.array(z.object({ deposit: z.string(), payment: z.string() }));

/** What must hold still while a callback is applied, beside a payment that has its deposit and is not the one it names. */
export function listLockedRecords({ id, read, given: { businessId } }: PreparedCallback): LockedRecord[] {
  if (read.kind === 'deposit')
    return [
      { businessId, id: read.paymentId },
      { businessId, id: read.depositId },
    ];
  return [{ businessId, id: read.kind === 'withdrawal' ? read.withdrawalId : id }];
}

/** The locks of these records, each once, in the order in which everybody takes them. */
export const lockKeys = (locked: readonly LockedRecord[]): bigint[] =>
  [...new Set(locked.map(lockKey))].sort((left, right) => (left < right ? -1 : left > right ? 1 : 0));

/** Takes the locks of {@link lockKeys}, given as texts. */
export const lockSql = 'SELECT pg_advisory_xact_lock(key)::text FROM unnest($1::text[]::bigint[]) AS key';

/** The same for those that nobody else holds, and whether each was one. */
export const tryLockSql =
  'SELECT key::text AS key, pg_try_advisory_xact_lock(key) AS free FROM unnest($1::text[]::bigint[]) AS key';

const lockKey = ({ businessId, id }: LockedRecord): bigint =>
  createHash('sha256').update(`${businessId} ${id}`).digest().readBigInt64BE(0);
