import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, DepositId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import { depositDiffers, differs, riskDiffers, stampAfter } from '../model/changes.ts';
import { listClaimants, readDepositOwner } from '../model/record-state.ts';
import type { PaymentOperation } from '../model/row-write.ts';
import {
  depositRiskRow,
  depositRow,
  paymentRow,
  withdrawalRiskRow,
  withdrawalRow,
} from '../model/row-write.ts';
import type { Part, RebuiltDeposit, RebuiltPayment } from '../rebuild/rebuild-records.ts';
import { isMadeUp, rebuildPayments, rebuildWithdrawals } from '../rebuild/rebuild-records.ts';
import type { Select } from '../rebuild/verify-queries.ts';
import { within } from '../rebuild/verify-queries.ts';
import type { LockedRecord } from './record-locks.ts';
import { ConcurrentUpdateError, lockRecords } from './record-locks.ts';
import type { Announcement } from './rows.ts';
import { writeRows } from './rows.ts';

/**
 * The records that must hold still while a payment is made anew: it, whoever has one of its deposits or claims one, and
 * the deposits that none of these has yet. Whoever names a deposit that one of them has locks its owner as well, so that
 * tens of thousands of deposits need no locks of their own. `alone`: the payment as it was made anew without them.
 */
export async function recordsOfPayment(
  select: Select,
  businessId: BusinessId,
  paymentId: PaymentId,
  alone?: RebuiltPayment,
): Promise<readonly LockedRecord['id'][]> {
  return recordsOf(await rebuiltWithOthers(select, businessId, paymentId, alone));
}

/**
 * Makes a payment and its deposits what the stored bytes give by today's code, and with them the payments with which it
 * shares a deposit. Answers what was different. The caller has the locks of `locked`, which {@link recordsOfPayment}
 * named. Throws Overtaken where others are needed by now.
 */
export async function rewritePayment(
  transaction: Transaction,
  businessId: BusinessId,
  paymentId: PaymentId,
  now: number,
  locked: readonly LockedRecord['id'][],
): Promise<readonly Part[]> {
  const held = new Set(locked);
  const all = await rebuiltWithOthers(within(transaction), businessId, paymentId);
  if (recordsOf(all).some((id) => !held.has(id))) throw new ConcurrentUpdateError();
  if (all.some((one) => isMadeUp(one.held.payment?.state.registers))) return [];
  const differing = all.filter(({ differences }) => differences.length > 0);
  if (differing.length === 0) return [];
  await writeAnew(transaction, businessId, differing, now);
  return differing.flatMap(({ differences }) => differences);
}

function recordsOf(all: readonly RebuiltPayment[]): LockedRecord['id'][] {
  const payments = new Set(all.map(({ paymentId }) => paymentId));
  const homeless = all.flatMap(({ deposits }) =>
    deposits.filter(({ held }) => held === null || !payments.has(held.paymentId)),
  );
  return [...new Set([...payments, ...homeless.map(({ depositId }) => depositId)])];
}

async function rebuiltWithOthers(
  select: Select,
  businessId: BusinessId,
  paymentId: PaymentId,
  known?: RebuiltPayment,
): Promise<readonly RebuiltPayment[]> {
  const alone = known === undefined ? await rebuildPayments(select, businessId, [paymentId]) : [known];
  const others = new Set(
    alone.flatMap(({ deposits }) =>
      deposits.flatMap(({ held, state }) => [
        ...(held === null ? [] : listClaimants(held.state)),
        ...(state === null ? [] : listClaimants(state)),
      ]),
    ),
  );
  others.delete(paymentId);
  if (others.size === 0) return alone;
  return rebuildPayments(select, businessId, [paymentId, ...others]);
}

/** In one statement: they are one text on their way. */
const rowsAtOnce = 1_000;

/** Only what became another is marked as changed: the time of all else stays. */
async function writeAnew(
  transaction: Transaction,
  businessId: BusinessId,
  differing: readonly RebuiltPayment[],
  now: number,
): Promise<void> {
  const deposits = new Map(
    differing.flatMap((one) => one.deposits.map((deposit) => [deposit.depositId, deposit] as const)),
  );
  const isOther = ({ held, state }: RebuiltDeposit) =>
    held === null || state === null || depositDiffers(held.state, state);
  const changed = [...deposits.values()].filter(isOther);
  const moved = new Set(
    changed.flatMap(({ held, state }) =>
      [held, state && { state }].map((one) => one && readDepositOwner(one.state)),
    ),
  );
  const payments = differing.map((one) => {
    const { held, state, derived } = one;
    const isChanged =
      state === null ||
      differs(held.payment?.state.registers ?? null, state.registers) ||
      JSON.stringify(held.payment?.derived) !== JSON.stringify(derived) ||
      moved.has(one.paymentId);
    return { ...one, isChanged };
  });
  await forgetDeposits(
    transaction,
    businessId,
    [...deposits.values()].flatMap(({ depositId, held, state }) =>
      held !== null && state === null ? [depositId] : [],
    ),
  );
  for (const { paymentId, state } of payments)
    if (state === null) await forgetPayment(transaction, businessId, paymentId);
  const known = [...deposits.values()].flatMap(({ held, state, versions, differences }) => {
    if (state === null || differences.length === 0) return [];
    const same = held !== null && !depositDiffers(held.state, state);
    const isAssessed = riskDiffers(held?.state ?? null, state);
    const riskChangedAt = stampAfter(held?.riskChangedAt ?? null, isAssessed, now);
    return [{ state, versions, changedAt: same ? held.changedAt : now, riskChangedAt }];
  });
  const told = [
    ...payments.flatMap(({ paymentId, isChanged }) => (isChanged ? [paymentId] : [])),
    ...changed.map(({ depositId }) => depositId),
  ];
  await writeRows(
    transaction,
    {
      payment: payments.flatMap(({ held, state, derived, tally, isChanged }) => {
        if (state === null || derived === null) return [];
        const operation = operationOf(held.payment?.operation, isChanged, now);
        return [paymentRow(businessId, state, { derived, operation, tally })];
      }),
    },
    announcementOf(
      businessId,
      { topics: ['payments', 'deposits', 'refunds'], ids: told },
      differing.flatMap(({ differences }) => differences),
    ),
  );
  for (let at = 0; at < known.length; at += rowsAtOnce) {
    const some = known.slice(at, at + rowsAtOnce);
    await writeRows(transaction, {
      deposit: some.map(({ state, ...rest }) => depositRow(businessId, state, rest)),
      deposit_risk: some
        .map(({ state, riskChangedAt }) => depositRiskRow(businessId, state, riskChangedAt))
        .filter((row) => row !== null),
    });
  }
}

/** Makes a withdrawal what the stored bytes give by today's code. Answers what was different. */
export async function rewriteWithdrawal(
  transaction: Transaction,
  businessId: BusinessId,
  withdrawalId: WithdrawalId,
  now: number,
): Promise<readonly Part[]> {
  await lockRecords(transaction, businessId, [withdrawalId]);
  const [rebuilt] = await rebuildWithdrawals(within(transaction), businessId, [withdrawalId]);
  if (rebuilt === undefined || rebuilt.differences.length === 0) return [];
  const { held, state, versions, differences } = rebuilt;
  if (isMadeUp(held?.state.registers)) return [];
  const isChanged = state === null || differs(held?.state.registers ?? null, state.registers);
  const changedAt = held === null || isChanged ? now : held.changedAt;
  if (state === null) await forgetWithdrawal(transaction, businessId, withdrawalId);
  else {
    const isAssessed = riskDiffers(held?.state ?? null, state);
    const riskChangedAt = stampAfter(held?.riskChangedAt ?? null, isAssessed, now);
    await writeRows(
      transaction,
      {
        withdrawal: [withdrawalRow(businessId, state, { changedAt, versions })],
        withdrawal_risk: [withdrawalRiskRow(businessId, state, riskChangedAt)],
      },
      announcementOf(businessId, { topics: ['withdrawals'], ids: [withdrawalId] }, differences),
    );
  }
  return differences;
}

/** Where risk detail alone is different, only those hear of it who may see it. */
function announcementOf(
  businessId: BusinessId,
  change: Pick<Announcement, 'topics' | 'ids'>,
  differences: readonly Part[],
): Announcement {
  const isRiskOnly = differences.every(({ path }) => /^(deposits\.[^.]+\.)?risk(\.|$)/.test(path));
  return isRiskOnly ? { businessId, topics: [], guarded: change } : { businessId, ...change };
}

/** When it is read next does not follow from what was told: it stays, and one that is new is due. */
function operationOf(
  before: PaymentOperation | undefined,
  isChanged: boolean,
  now: number,
): PaymentOperation {
  if (before === undefined)
    return { changedAt: now, nextReadAt: now, lastReadAt: null, readFailures: 0, lastReadError: null };
  return isChanged ? { ...before, changedAt: now } : before;
}

/** No stored content speaks of these any more; their bytes are kept. */
async function forgetDeposits(
  transaction: Transaction,
  businessId: BusinessId,
  depositIds: readonly DepositId[],
): Promise<void> {
  if (depositIds.length === 0) return;
  const where = { businessId, depositId: { in: [...depositIds] } };
  await transaction.depositRisk.deleteMany({ where });
  await transaction.deposit.deleteMany({ where });
}

const forgetPayment = (transaction: Transaction, businessId: BusinessId, paymentId: PaymentId) =>
  transaction.payment.deleteMany({ where: { businessId, paymentId } });

async function forgetWithdrawal(
  transaction: Transaction,
  businessId: BusinessId,
  withdrawalId: WithdrawalId,
): Promise<void> {
  const where = { businessId, withdrawalId };
  await transaction.withdrawalRisk.deleteMany({ where });
  await transaction.withdrawal.deleteMany({ where });
}
