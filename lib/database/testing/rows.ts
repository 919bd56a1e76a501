import { randomUUID } from 'node:crypto';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Prisma } from '#prisma/generated/client.ts';
import { database } from '../pools.ts';

/** Rows of the read model for tests of queries: whatever is not given is as little as the database takes. */
const start = Date.parse('2026-11-01T00:00:00Z');

export async function insertPayment(
  businessId: BusinessId,
  given: Partial<Prisma.PaymentUncheckedCreateInput> = {},
): Promise<string> {
  const paymentId = given.paymentId ?? randomUUID();
  const at = given.sortAt ?? new Date(start);
  await database().payment.create({
    data: { sortAt: at, firstObservedAt: at, changedAt: at, ...given, businessId, paymentId },
  });
  return paymentId;
}

export async function insertDeposit(
  businessId: BusinessId,
  paymentId: string,
  given: Partial<Prisma.DepositUncheckedCreateInput> = {},
): Promise<string> {
  const depositId = given.depositId ?? randomUUID();
  const at = given.sortAt ?? new Date(start);
  await database().deposit.create({
    data: { sortAt: at, firstObservedAt: at, changedAt: at, ...given, businessId, paymentId, depositId },
  });
  return depositId;
}

export async function insertWithdrawal(
  businessId: BusinessId,
  given: Partial<Prisma.WithdrawalUncheckedCreateInput> = {},
): Promise<string> {
  const withdrawalId = given.withdrawalId ?? randomUUID();
  const at = given.firstReceivedAt ?? new Date(start);
  await database().withdrawal.create({
    data: { firstReceivedAt: at, changedAt: at, ...given, businessId, withdrawalId },
  });
  return withdrawalId;
}
