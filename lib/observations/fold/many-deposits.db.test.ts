import { createHash, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { inPlainTransaction } from '#lib/database/statements.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import {
  depositCallbackSample,
  depositRecordSample,
  paymentRecordSample,
  toSampleBytes,
} from '#lib/platform/testing/wire-samples.ts';
import type { BusinessId, DepositId, PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import {
  observeAnswer,
  observeCallback,
  observeCallbacks,
  prepareCallback,
  reprocessMessages,
  verifyReadModel,
} from '../index.ts';
import { readBatch } from '../store/batch-read.ts';

const start = 1_793_000_000_000;
const toDepositId = (paymentId: string, number: number): string => {
  const hex = createHash('sha256').update(`${paymentId} ${number}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

const callback = (
  businessId: BusinessId,
  paymentId: string,
  number: number,
  more: Readonly<Record<string, unknown>> = {},
  at = number,
) => ({
  businessId,
  kind: 'deposit-received' as const,
  body: toSampleBytes(
    depositCallbackSample({
      paymentId,
      clientPaymentId: 'order-many',
      depositId: toDepositId(paymentId, number),
      paymentReceivedAt: 1_792_000_000 + number,
      ...more,
    }),
  ),
  headers: {},
  receivedAt: instant(start + at),
});

async function paymentWith(businessId: BusinessId, count: number): Promise<PaymentId> {
  const paymentId = toId<PaymentId>(randomUUID());
  const all = Array.from({ length: count }, (_none, number) =>
    prepareCallback(callback(businessId, paymentId, number)),
  );
  await inPlainTransaction((statements) => observeCallbacks(statements, all));
  return paymentId;
}

async function listPaymentDifferences(businessId: BusinessId): Promise<string[]> {
  const found: string[] = [];
  await verifyReadModel((one) => {
    if (one.businessId === businessId) found.push(`${one.path}: ${one.held} / ${one.rebuilt}`);
  });
  return found;
}

const readCounts = async (businessId: BusinessId, paymentId: PaymentId) =>
  database().payment.findFirst({
    where: { businessId, paymentId },
    select: { depositCount: true, confirmedDepositCount: true, depositStatuses: true },
  });

test('reads only its own deposit for a callback of a payment with many', async () => {
  const businessId = await createBusiness();
  const paymentId = await paymentWith(businessId, 60);
  const read = async (number: number) => {
    const depositId = toId<DepositId>(toDepositId(paymentId, number));
    const ids = {
      deposits: [{ businessId, paymentId, depositId }],
      withdrawals: [],
      messages: [],
      callbacks: [],
    };
    const { deposits, aggregatedDeposits: tallied } = await inPlainTransaction((statements) =>
      readBatch(statements, ids),
    );
    expect(tallied).toEqual([]);
    return deposits.length;
  };
  expect(await read(7)).toBe(1);
  expect(await read(60)).toBe(0);
  expect(await listPaymentDifferences(businessId)).toEqual([]);
});

test('updates the aggregate for new deposits, versions, reads and claims as a rebuild does', async () => {
  const businessId = await createBusiness();
  const paymentId = await paymentWith(businessId, 60);
  const again = async (...args: Parameters<typeof callback>) => {
    const one = prepareCallback(callback(...args));
    const [observed] = await inPlainTransaction((statements) => observeCallbacks(statements, [one]));
    if (observed === null)
      await inTransaction((transaction) => observeCallback(transaction, one.observation));
    return observed;
  };
  expect(await again(businessId, paymentId, 60)).not.toBeNull();
  expect(await readCounts(businessId, paymentId)).toMatchObject({
    depositCount: 61,
    confirmedDepositCount: 61,
  });
  expect(await listPaymentDifferences(businessId)).toEqual([]);
  // The latest deposit was received earlier than reported, so only the others show which is the latest now.
  expect(await again(businessId, paymentId, 60, { paymentReceivedAt: 1_792_000_003 }, 61)).toBeNull();
  expect(await listPaymentDifferences(businessId)).toEqual([]);
  const record = paymentRecordSample(businessId, {
    paymentId,
    deposits: [3, 59].map((number) =>
      depositRecordSample({ id: toDepositId(paymentId, number), status: 'BLOCKED' }),
    ),
  });
  await inTransaction((transaction) =>
    observeAnswer(transaction, {
      businessId,
      source: 'read',
      startedAt: instant(start + 100),
      body: toSampleBytes(record),
    }),
  );
  expect(await readCounts(businessId, paymentId)).toEqual({
    depositCount: 61,
    confirmedDepositCount: 59,
    depositStatuses: ['BLOCKED', 'CONFIRMED'],
  });
  expect(await listPaymentDifferences(businessId)).toEqual([]);
  // Another payment claims one of them.
  const other = randomUUID();
  expect(await again(businessId, other, 1, { depositId: toDepositId(paymentId, 5) }, 70)).toBeNull();
  expect(await readCounts(businessId, paymentId)).toMatchObject({ depositCount: 60 });
  expect(await readCounts(businessId, toId<PaymentId>(other))).toMatchObject({ depositCount: 1 });
  expect(await listPaymentDifferences(businessId)).toEqual([]);
});

test('finds and rebuilds a wrong aggregate', async () => {
  const businessId = await createBusiness();
  const paymentId = await paymentWith(businessId, 55);
  await database().$executeRaw`
    UPDATE payment SET deposit_tally = jsonb_set(deposit_tally, '{latest}', '1')
     WHERE payment_id = ${paymentId}::uuid`;
  expect(await listPaymentDifferences(businessId)).toEqual([
    expect.stringMatching(/^tally.latest: 1 \/ 1792000054$/),
  ]);
  const selection = { kind: null, verdict: null, from: null, to: null, message: null };
  await reprocessMessages({
    businessId,
    selection,
    place: null,
    limit: 100,
    now: start,
    apply: async () => undefined,
  });
  expect(await listPaymentDifferences(businessId)).toEqual([]);
});

const later = start + 3_600_000;
const everything = { kind: null, verdict: null, from: null, to: null, message: null };
/** All columns that an older fold could have written differently. */
const spoil = (paymentId: PaymentId, everyOther: number) =>
  database().$executeRaw`
    UPDATE deposit SET callback_deposit_amount = callback_deposit_amount + 1
     WHERE payment_id = ${paymentId}::uuid AND ('x' || substr(md5(deposit_id::text), 1, 4))::bit(16)::int % ${everyOther} = 0`;
const remake = (businessId: BusinessId, apply: Parameters<typeof reprocessMessages>[0]['apply']) =>
  reprocessMessages({
    businessId,
    selection: everything,
    place: null,
    limit: 100_000,
    now: later,
    apply,
  });

test('rebuilds very many deposits under the payment’s lock and writes only the differences', async () => {
  const businessId = await createBusiness();
  const paymentId = await paymentWith(businessId, 1_200);
  const spoilt = await spoil(paymentId, 10);
  expect(spoilt).toBeGreaterThan(50);
  let locks = 0;
  await remake(businessId, async (transaction) => {
    const held = await transaction.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()`;
    locks = held[0]?.count ?? 0;
  });
  expect(locks).toBeLessThan(10);
  expect(await listPaymentDifferences(businessId)).toEqual([]);
  const rewritten = await database().deposit.count({ where: { businessId, changedAt: new Date(later) } });
  expect(rewritten).toBe(spoilt);
});

test('applies a callback that waited for a rebuild', async () => {
  const businessId = await createBusiness();
  const paymentId = await paymentWith(businessId, 60);
  await spoil(paymentId, 2);
  const more = [
    callback(businessId, paymentId, 60),
    // A deposit of the payment, reported by another payment.
    callback(businessId, randomUUID(), 1, { depositId: toDepositId(paymentId, 5) }, 70),
  ];
  const coming: Promise<unknown>[] = [];
  await remake(businessId, async () => {
    for (const one of more) coming.push(inTransaction((transaction) => observeCallback(transaction, one)));
    await new Promise((resolve) => setTimeout(resolve, 100));
  });
  await Promise.all(coming);
  expect(await readCounts(businessId, paymentId)).toMatchObject({ depositCount: 60 });
  expect(await listPaymentDifferences(businessId)).toEqual([]);
});
