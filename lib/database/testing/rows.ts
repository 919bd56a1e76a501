import { randomUUID } from 'node:crypto';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Prisma } from '#prisma/generated/client.ts';
import { database } from '../pools.ts';
import type { Tenant } from './tenant.ts';

/** Inserts read-model rows for query tests, and marks their days as a fold does. Fields that aren't set are minimal. */
const start = Date.parse('2026-11-01T00:00:00Z');

declare global {
  var countinghouseWrittenBusinesses: Set<BusinessId> | undefined;
}

/** Returns the businesses with rows of this test file, for `followRecords`. The set-up of the next file forgets them. */
export function writtenBusinesses(): Set<BusinessId> {
  globalThis.countinghouseWrittenBusinesses ??= new Set();
  return globalThis.countinghouseWrittenBusinesses;
}

/** Removes what a restored backup leaves to do. */
export const forgetRestore = () =>
  database().installation.updateMany({
    data: { restoredAt: null, restoredUntil: null, resumedAt: null, resumedBy: null, unconfirmed: [] },
  });

/** Pauses the reads of payments, or ends the pause. */
export const setReadingPause = async (pause: { since: Date; until: Date; failures: number } | null) => {
  await database().installation.updateMany({
    data: {
      readsPausedSince: pause?.since ?? null,
      readsPausedUntil: pause?.until ?? null,
      readsProbedUntil: null,
      readFailures: pause?.failures ?? null,
      readsFailedAt: pause?.since ?? null,
      readsFailure: pause === null ? null : 'The service answered 503.',
    },
  });
};

export async function insertPayment(
  businessId: BusinessId,
  fields: Partial<Prisma.PaymentUncheckedCreateInput> = {},
): Promise<string> {
  const paymentId = fields.paymentId ?? randomUUID();
  const at = fields.sortAt ?? new Date(start);
  await database().payment.create({
    data: { sortAt: at, firstObservedAt: at, changedAt: at, ...fields, businessId, paymentId },
  });
  writtenBusinesses().add(businessId);
  await database().dirtyDay.create({ data: { businessId, at } });
  return paymentId;
}

export async function insertDeposit(
  businessId: BusinessId,
  paymentId: string,
  fields: Partial<Prisma.DepositUncheckedCreateInput> = {},
): Promise<string> {
  const depositId = fields.depositId ?? randomUUID();
  const at = fields.sortAt ?? new Date(start);
  await database().deposit.create({
    data: { sortAt: at, firstObservedAt: at, changedAt: at, ...fields, businessId, paymentId, depositId },
  });
  writtenBusinesses().add(businessId);
  await database().dirtyDay.create({ data: { businessId, at } });
  return depositId;
}

export async function insertWithdrawal(
  businessId: BusinessId,
  fields: Partial<Prisma.WithdrawalUncheckedCreateInput> = {},
): Promise<string> {
  const withdrawalId = fields.withdrawalId ?? randomUUID();
  const at = fields.firstReceivedAt ?? new Date(start);
  await database().withdrawal.create({
    data: { firstReceivedAt: at, changedAt: at, ...fields, businessId, withdrawalId },
  });
  writtenBusinesses().add(businessId);
  await database().dirtyDay.create({ data: { businessId, at } });
  return withdrawalId;
}

/** Inserts a payment request of finance. Returns its id. */
export async function insertIntent(
  { businessId, as }: Tenant,
  clientPaymentId: string,
  {
    at = new Date(),
    ...columns
  }: {
    /** When it was created and last changed. */
    readonly at?: Date;
    readonly state: string;
    readonly id?: string;
    readonly createdById?: string;
    readonly paymentId?: string;
    readonly requestBody?: string;
  },
): Promise<string> {
  const { id } = await database().paymentIntent.create({
    data: {
      businessId,
      clientPaymentId,
      requestBody: '{}',
      createdById: as.finance.actor.personId,
      createdAt: at,
      changedAt: at,
      ...columns,
    },
    select: { id: true },
  });
  return id;
}
