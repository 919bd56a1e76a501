import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, DepositId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import { advanceChangedAt, hasChanged, hasDepositChanged, hasRiskChanged } from '../model/changes.ts';
import { listReportedOwners, readDepositOwner } from '../model/record-state.ts';
import type { PaymentOperation } from '../model/row-write.ts';
import {
  toDepositRiskRow,
  toDepositRow,
  toPaymentRow,
  toWithdrawalRiskRow,
  toWithdrawalRow,
} from '../model/row-write.ts';
import type { RebuiltDeposit, RebuiltPayment, ValueDifference } from '../rebuild/rebuild-records.ts';
import { isSeeded, rebuildPayments, rebuildWithdrawals } from '../rebuild/rebuild-records.ts';
import type { QueryFunction } from '../rebuild/verify-queries.ts';
import { queryWithin } from '../rebuild/verify-queries.ts';
import type { LockedRecord } from './record-locks.ts';
import { ConcurrentUpdateError, lockRecords } from './record-locks.ts';
import type { Announcement } from './rows.ts';
import { upsertRecordRows } from './rows.ts';

/**
 * Lists the records to lock while a payment is rebuilt: itself, the payments that own or claim one of its deposits,
 * and the deposits without an owner among these. Other deposits need no lock, because their owner is locked. `alone`
 * is the payment as rebuilt without the others.
 */
export async function listRecordsToLock(
  select: QueryFunction,
  businessId: BusinessId,
  paymentId: PaymentId,
  alone?: RebuiltPayment,
): Promise<readonly LockedRecord['id'][]> {
  return listRecords(await rebuildWithClaimants(select, businessId, paymentId, alone));
}

/**
 * Rewrites a payment, its deposits and the payments that share a deposit, from the stored bytes by the present code.
 * Returns the differences. The caller holds the locks of {@link listRecordsToLock} in `locked`.
 * @throws ConcurrentUpdateError when other locks are needed by now.
 */
export async function rewritePayment(
  transaction: Transaction,
  businessId: BusinessId,
  paymentId: PaymentId,
  now: number,
  locked: readonly LockedRecord['id'][],
): Promise<readonly ValueDifference[]> {
  const lockedIds = new Set(locked);
  const all = await rebuildWithClaimants(queryWithin(transaction), businessId, paymentId);
  if (listRecords(all).some((id) => !lockedIds.has(id))) throw new ConcurrentUpdateError();
  if (all.some((one) => isSeeded(one.stored.payment?.state.registers))) return [];
  const differing = all.filter(({ differences }) => differences.length > 0);
  if (differing.length === 0) return [];
  await writeRebuilt(transaction, businessId, differing, now);
  return differing.flatMap(({ differences }) => differences);
}

function listRecords(all: readonly RebuiltPayment[]): LockedRecord['id'][] {
  const payments = new Set(all.map(({ paymentId }) => paymentId));
  const unownedDeposits = all.flatMap(({ deposits }) =>
    deposits.filter(({ stored }) => stored === null || !payments.has(stored.paymentId)),
  );
  return [...new Set([...payments, ...unownedDeposits.map(({ depositId }) => depositId)])];
}

async function rebuildWithClaimants(
  select: QueryFunction,
  businessId: BusinessId,
  paymentId: PaymentId,
  depositsToWrite?: RebuiltPayment,
): Promise<readonly RebuiltPayment[]> {
  const alone =
    depositsToWrite === undefined
      ? await rebuildPayments(select, businessId, [paymentId])
      : [depositsToWrite];
  const others = new Set(
    alone.flatMap(({ deposits }) =>
      deposits.flatMap(({ stored, state }) => [
        ...(stored === null ? [] : listReportedOwners(stored.state)),
        ...(state === null ? [] : listReportedOwners(state)),
      ]),
    ),
  );
  others.delete(paymentId);
  if (others.size === 0) return alone;
  return rebuildPayments(select, businessId, [paymentId, ...others]);
}

/** Rows per statement, because they are sent as one text. */
const batchSize = 1_000;

/** Writes rebuilt records. Only changed ones get a new time of change. */
async function writeRebuilt(
  transaction: Transaction,
  businessId: BusinessId,
  differing: readonly RebuiltPayment[],
  now: number,
): Promise<void> {
  const deposits = new Map(
    differing.flatMap((one) => one.deposits.map((deposit) => [deposit.depositId, deposit] as const)),
  );
  const isOther = ({ stored, state }: RebuiltDeposit) =>
    stored === null || state === null || hasDepositChanged(stored.state, state);
  const changed = [...deposits.values()].filter(isOther);
  const moved = new Set(
    changed.flatMap(({ stored, state }) =>
      [stored, state && { state }].map((one) => one && readDepositOwner(one.state)),
    ),
  );
  const payments = differing.map((one) => {
    const { stored, state, derived } = one;
    const isChanged =
      state === null ||
      hasChanged(stored.payment?.state.registers ?? null, state.registers) ||
      JSON.stringify(stored.payment?.derived) !== JSON.stringify(derived) ||
      moved.has(one.paymentId);
    return { ...one, isChanged };
  });
  await deleteDeposits(
    transaction,
    businessId,
    [...deposits.values()].flatMap(({ depositId, stored, state }) =>
      stored !== null && state === null ? [depositId] : [],
    ),
  );
  for (const { paymentId, state } of payments)
    if (state === null) await deletePayment(transaction, businessId, paymentId);
  const depositsToWrite = [...deposits.values()].flatMap(({ stored, state, versions, differences }) => {
    if (state === null || differences.length === 0) return [];
    const isUnchanged = stored !== null && !hasDepositChanged(stored.state, state);
    const isRiskChanged = hasRiskChanged(stored?.state ?? null, state);
    const riskChangedAt = advanceChangedAt(stored?.riskChangedAt ?? null, isRiskChanged, now);
    return [{ state, versions, changedAt: isUnchanged ? stored.changedAt : now, riskChangedAt }];
  });
  const changedIds = [
    ...payments.flatMap(({ paymentId, isChanged }) => (isChanged ? [paymentId] : [])),
    ...changed.map(({ depositId }) => depositId),
  ];
  await upsertRecordRows(
    transaction,
    {
      payment: payments.flatMap(({ stored, state, derived, aggregate, isChanged }) => {
        if (state === null || derived === null) return [];
        const operation = nextOperation(stored.payment?.operation, isChanged, now);
        return [toPaymentRow(businessId, state, { derived, operation, aggregate })];
      }),
    },
    toAnnouncement(
      businessId,
      { topics: ['payments', 'deposits', 'refunds'], ids: changedIds },
      differing.flatMap(({ differences }) => differences),
    ),
  );
  for (let at = 0; at < depositsToWrite.length; at += batchSize) {
    const batch = depositsToWrite.slice(at, at + batchSize);
    await upsertRecordRows(transaction, {
      deposit: batch.map(({ state, ...rest }) => toDepositRow(businessId, state, rest)),
      deposit_risk: batch
        .map(({ state, riskChangedAt }) => toDepositRiskRow(businessId, state, riskChangedAt))
        .filter((row) => row !== null),
    });
  }
}

/** Rewrites a withdrawal from the stored bytes by the present code. Returns the differences. */
export async function rewriteWithdrawal(
  transaction: Transaction,
  businessId: BusinessId,
  withdrawalId: WithdrawalId,
  now: number,
): Promise<readonly ValueDifference[]> {
  await lockRecords(transaction, businessId, [withdrawalId]);
  const [rebuilt] = await rebuildWithdrawals(queryWithin(transaction), businessId, [withdrawalId]);
  if (rebuilt === undefined || rebuilt.differences.length === 0) return [];
  const { stored, state, versions, differences } = rebuilt;
  if (isSeeded(stored?.state.registers)) return [];
  const isChanged = state === null || hasChanged(stored?.state.registers ?? null, state.registers);
  const changedAt = stored === null || isChanged ? now : stored.changedAt;
  if (state === null) await deleteWithdrawal(transaction, businessId, withdrawalId);
  else {
    const isRiskChanged = hasRiskChanged(stored?.state ?? null, state);
    const riskChangedAt = advanceChangedAt(stored?.riskChangedAt ?? null, isRiskChanged, now);
    await upsertRecordRows(
      transaction,
      {
        withdrawal: [toWithdrawalRow(businessId, state, { changedAt, versions })],
        withdrawal_risk: [toWithdrawalRiskRow(businessId, state, riskChangedAt)],
      },
      toAnnouncement(businessId, { topics: ['withdrawals'], ids: [withdrawalId] }, differences),
    );
  }
  return differences;
}

/** Returns the change to announce. Changes of risk detail alone go only to people who can see it. */
function toAnnouncement(
  businessId: BusinessId,
  change: Pick<Announcement, 'topics' | 'ids'>,
  differences: readonly ValueDifference[],
): Announcement {
  const isRiskOnly = differences.every(({ path }) => /^(deposits\.[^.]+\.)?risk(\.|$)/.test(path));
  return isRiskOnly ? { businessId, topics: [], guarded: change } : { businessId, ...change };
}

/** The reading schedule is no part of the rebuilt state: it stays. A new payment is due at once. */
function nextOperation(
  before: PaymentOperation | undefined,
  isChanged: boolean,
  now: number,
): PaymentOperation {
  if (before === undefined)
    return { changedAt: now, nextReadAt: now, lastReadAt: null, readFailures: 0, lastReadError: null };
  return isChanged ? { ...before, changedAt: now } : before;
}

/** Deletes deposits that no stored content reports any more. The bytes stay stored. */
async function deleteDeposits(
  transaction: Transaction,
  businessId: BusinessId,
  depositIds: readonly DepositId[],
): Promise<void> {
  if (depositIds.length === 0) return;
  const where = { businessId, depositId: { in: [...depositIds] } };
  await transaction.depositRisk.deleteMany({ where });
  await transaction.deposit.deleteMany({ where });
}

const deletePayment = (transaction: Transaction, businessId: BusinessId, paymentId: PaymentId) =>
  transaction.payment.deleteMany({ where: { businessId, paymentId } });

async function deleteWithdrawal(
  transaction: Transaction,
  businessId: BusinessId,
  withdrawalId: WithdrawalId,
): Promise<void> {
  const where = { businessId, withdrawalId };
  await transaction.withdrawalRisk.deleteMany({ where });
  await transaction.withdrawal.deleteMany({ where });
}
