import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import { advanceChangedAt, hasChanged, hasDepositChanged, hasRiskChanged } from '../model/changes.ts';
import type { DepositChange, PaymentChange, RecordChange, WithdrawalChange } from '../model/record-change.ts';
import type { WithdrawalState } from '../model/record-state.ts';
import { listReportedOwners, readDepositOwner } from '../model/record-state.ts';
import type { StoredWithdrawal } from '../model/row-read.ts';
import type { PaymentOperation } from '../model/row-write.ts';
import type { RebuiltDeposit, RebuiltPayment, ValueDifference } from '../rebuild/rebuild-records.ts';
import { isSeeded, rebuildPayments, rebuildWithdrawals } from '../rebuild/rebuild-records.ts';
import type { QueryFunction } from '../rebuild/verify-queries.ts';
import { queryWithin } from '../rebuild/verify-queries.ts';
import type { LockedRecord } from './record-locks.ts';
import { ConcurrentUpdateError, lockRecords } from './record-locks.ts';
import type { Announcement } from './rows.ts';
import { writeRecords } from './rows.ts';

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
  const paymentChanges = payments.flatMap(
    ({ stored, state, derived, aggregate, isChanged }): readonly PaymentChange[] => {
      const before = stored.payment;
      const operation = nextOperation(before?.operation, isChanged, now);
      const after = state === null || derived === null ? null : { state, derived, aggregate, operation };
      return before === null && after === null ? [] : [{ kind: 'payment', businessId, before, after }];
    },
  );
  const depositChanges = [...deposits.values()].flatMap(
    ({ stored, state, versions, differences }): readonly DepositChange[] => {
      if (differences.length === 0) return [];
      if (state === null) return [{ kind: 'deposit', businessId, before: stored, after: null }];
      const isUnchanged = stored !== null && !hasDepositChanged(stored.state, state);
      const isRiskChanged = hasRiskChanged(stored?.state ?? null, state);
      const riskChangedAt = advanceChangedAt(stored?.riskChangedAt ?? null, isRiskChanged, now);
      const changedAt = isUnchanged ? stored.changedAt : now;
      const paymentId = readDepositOwner(state);
      const after = { state, paymentId, versions, changedAt, riskChangedAt };
      return [{ kind: 'deposit', businessId, before: stored, after }];
    },
  );
  const changedIds = [
    ...payments.flatMap(({ paymentId, isChanged }) => (isChanged ? [paymentId] : [])),
    ...changed.map(({ depositId }) => depositId),
  ];
  await deleteRecords(transaction, [...depositChanges, ...paymentChanges]);
  await writeRecords(
    transaction,
    paymentChanges,
    toAnnouncement(
      businessId,
      { topics: ['payments', 'deposits', 'refunds'], ids: changedIds },
      differing.flatMap(({ differences }) => differences),
    ),
  );
  for (let at = 0; at < depositChanges.length; at += batchSize)
    await writeRecords(transaction, depositChanges.slice(at, at + batchSize));
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
  if (state === null && stored === null) return [];
  const change: WithdrawalChange = {
    kind: 'withdrawal',
    businessId,
    before: stored,
    after: state === null ? null : { state, versions, ...readChangeTimes(stored, state, now) },
  };
  await deleteRecords(transaction, [change]);
  await writeRecords(
    transaction,
    [change],
    state === null
      ? null
      : toAnnouncement(businessId, { topics: ['withdrawals'], ids: [withdrawalId] }, differences),
  );
  return differences;
}

function readChangeTimes(stored: StoredWithdrawal | null, state: WithdrawalState, now: number) {
  const isChanged = hasChanged(stored?.state.registers ?? null, state.registers);
  const isRiskChanged = hasRiskChanged(stored?.state ?? null, state);
  return {
    changedAt: stored === null || isChanged ? now : stored.changedAt,
    riskChangedAt: advanceChangedAt(stored?.riskChangedAt ?? null, isRiskChanged, now),
  };
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

/** Deletes records that no stored content reports any more. The bytes stay stored. */
async function deleteRecords(transaction: Transaction, changes: readonly RecordChange[]): Promise<void> {
  const removed = changes.filter(({ after }) => after === null);
  for (const { kind, businessId, before } of removed) {
    if (kind === 'deposit' && before !== null) {
      const where = { businessId, depositId: before.state.depositId };
      await transaction.depositRisk.deleteMany({ where });
      await transaction.deposit.deleteMany({ where });
    } else if (kind === 'payment' && before !== null)
      await transaction.payment.deleteMany({ where: { businessId, paymentId: before.state.paymentId } });
    else if (kind === 'withdrawal' && before !== null) {
      const where = { businessId, withdrawalId: before.state.withdrawalId };
      await transaction.withdrawalRisk.deleteMany({ where });
      await transaction.withdrawal.deleteMany({ where });
    }
  }
}
