import 'server-only';
import type { Transaction } from '#lib/platform/transaction.ts';
import type { BusinessId, DepositId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import type { PaymentOperation } from './model-row-write.ts';
import {
  depositRiskRow,
  depositRow,
  paymentRow,
  withdrawalRiskRow,
  withdrawalRow,
} from './model-row-write.ts';
import type { Part } from './rebuild-records.ts';
import { derivedOf, isMadeUp, rebuildPayments, rebuildWithdrawals } from './rebuild-records.ts';
import { lockRecords } from './store-lock.ts';
import { writeRows } from './store-rows.ts';
import { within } from './verify-queries.ts';

/** Makes a payment and its deposits what the stored bytes give by today's code. Answers what was different. */
export async function rewritePayment(
  transaction: Transaction,
  businessId: BusinessId,
  paymentId: PaymentId,
  now: number,
): Promise<readonly Part[]> {
  const select = within(transaction);
  // Once to learn which deposits must hold still, and again when they do.
  const [before] = await rebuildPayments(select, businessId, [paymentId]);
  const deposits = [
    ...(before?.held.deposits ?? []).map(({ state }) => state.depositId),
    ...(before?.state?.deposits.keys() ?? []),
  ];
  await lockRecords(transaction, businessId, [paymentId, ...deposits]);
  const [rebuilt] = await rebuildPayments(select, businessId, [paymentId]);
  if (rebuilt === undefined || rebuilt.differences.length === 0) return [];
  const { held, state, versions, differences } = rebuilt;
  if (isMadeUp(held.payment?.state.registers)) return [];
  const gone = held.deposits
    .map((deposit) => deposit.state.depositId)
    .filter((depositId) => state?.deposits.has(depositId) !== true);
  await forgetDeposits(transaction, businessId, gone);
  const told = { businessId, topics: ['payments', 'deposits', 'refunds'], ids: [paymentId] } as const;
  if (state === null) await forgetPayment(transaction, businessId, paymentId);
  else {
    const known = [...state.deposits.values()];
    const rows = {
      payment: [paymentRow(businessId, state, derivedOf(state), operationOf(held.payment?.operation, now))],
      deposit: known.map((deposit) =>
        depositRow(businessId, deposit, { changedAt: now, versions: versions(deposit.depositId) }),
      ),
      deposit_risk: known.map((deposit) => depositRiskRow(businessId, deposit)).filter((row) => row !== null),
    };
    await writeRows(transaction, rows, told);
  }
  return differences;
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
  if (state === null) await forgetWithdrawal(transaction, businessId, withdrawalId);
  else
    await writeRows(
      transaction,
      {
        withdrawal: [withdrawalRow(businessId, state, { changedAt: now, versions })],
        withdrawal_risk: [withdrawalRiskRow(businessId, state)],
      },
      { businessId, topics: ['withdrawals'], ids: [withdrawalId] },
    );
  return differences;
}

/** When it is read next does not follow from what was told: it stays, and one that is new is due. */
const operationOf = (before: PaymentOperation | undefined, now: number): PaymentOperation =>
  before === undefined
    ? { changedAt: now, nextReadAt: now, lastReadAt: null, readFailures: 0, lastReadError: null }
    : { ...before, changedAt: now };

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
