import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callbackPool, closeDatabase, database } from '#lib/database/pools.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { CallbackKind } from '#lib/observations/index.ts';
import { observeAnswer } from '#lib/observations/index.ts';
import {
  depositCallbackSample,
  paymentRecordSample,
  toSampleBytes,
  withdrawalCallbackSample,
} from '#lib/platform/testing/wire-samples.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { receiveCallback } from '../index.ts';

let businessId: BusinessId;
beforeAll(async () => {
  businessId = await createBusiness();
});
afterAll(closeDatabase);

let clock = 1_793_000_000_000;
function deliver(body: unknown, kind: CallbackKind = 'deposit-received', business = businessId) {
  clock += 1_000;
  return receiveCallback({
    businessId: business,
    kind,
    body: toSampleBytes(body),
    headers: { 'user-agent': 'the service' },
    receivedAt: instant(clock),
  });
}

const readMessages = (business = businessId) =>
  database().callbackMessage.findMany({ where: { businessId: business }, include: { attempts: true } });
const readDeposit = (depositId: unknown) =>
  database().deposit.findFirst({ where: { businessId, depositId: String(depositId) } });
const readPayment = (paymentId: unknown) =>
  database().payment.findFirst({ where: { businessId, paymentId: String(paymentId) } });

describe('the table of answers', () => {
  test('new content: returns 200 and stores bytes, delivery and effect, with a stub for an unknown payment', async () => {
    const sample = depositCallbackSample({ actualDepositAmount: 53.271845 });
    const { status, observed, readNow } = await deliver(sample);
    expect({ status, verdict: observed?.verdict, readNow }).toEqual({
      status: 200,
      verdict: 'applied',
      readNow: sample['paymentId'],
    });
    const message = (await readMessages()).find(({ subjectId }) => subjectId === sample['depositId']);
    expect(Buffer.from(message?.body ?? [])).toEqual(Buffer.from(toSampleBytes(sample)));
    expect(Buffer.from(message?.sha256 ?? [])).toEqual(
      createHash('sha256').update(toSampleBytes(sample)).digest(),
    );
    expect(message?.attempts).toHaveLength(1);
    const deposit = await readDeposit(sample['depositId']);
    expect(deposit?.callbackDepositAmount?.toFixed()).toBe('53.271845');
    expect(deposit?.depositAmount).toBeNull();
    expect(deposit?.toAddress).toBe(sample['depositAddress']);
    expect(deposit?.recordSeen).toBe(false);
    const payment = await readPayment(sample['paymentId']);
    expect(payment).toMatchObject({
      recordSeen: false,
      status: null,
      depositCount: 1,
      confirmedDepositCount: 1,
      coverage: 'exact',
      late: false,
    });
    expect(payment?.nextReadAt?.getTime()).toBe(clock);
  });

  test('same content: returns 200 and stores one more delivery', async () => {
    const sample = depositCallbackSample();
    await deliver(sample);
    const again = await deliver(sample);
    expect(again).toMatchObject({
      status: 200,
      readNow: null,
      observed: { repeat: true, verdict: 'applied' },
    });
    const own = (await readMessages()).filter(({ subjectId }) => subjectId === sample['depositId']);
    expect(own).toHaveLength(1);
    expect(own[0]).toMatchObject({ deliveries: 2, attempts: [{}, {}] });
  });

  test('same id, other content: stores a new version, and a conflict for contradicting terms', async () => {
    const sample = depositCallbackSample();
    await deliver(sample);
    const second = await deliver({ ...sample, actualDepositAmount: 1, displayServiceFee: 0.6 });
    expect(second.observed?.verdict).toBe('new-version');
    expect(second.observed?.reasons.map(({ path }) => path)).toEqual(['callbackDepositAmount']);
    const deposit = await readDeposit(sample['depositId']);
    expect(deposit?.versions).toBe(2);
    expect(deposit?.displayServiceFee?.toFixed()).toBe('0.6');
    expect(deposit?.conflicts).toMatchObject([
      { field: 'callbackDepositAmount', values: [{ value: '1' }, { value: '53.271845' }] },
    ]);
  });

  test.each(['{', '', '\ufeff{}', '{"a":1}x', `${'['.repeat(10_000)}`, 'NaN'])(
    'not JSON (%#): returns 400 the first time and 200 for the same bytes, and quarantines',
    async (body) => {
      const business = await createBusiness();
      const first = await deliver(body, 'deposit-received', business);
      const second = await deliver(body, 'deposit-received', business);
      expect([first.status, second.status]).toEqual([400, 200]);
      expect(await readMessages(business)).toMatchObject([{ verdict: 'quarantined', deliveries: 2 }]);
    },
  );

  test.each([
    ['a missing field', { transactionId: undefined }, 'transactionId'],
    ['an unknown status', { status: 'SETTLED' }, 'status'],
    ['an unknown coin', { depositCurrency: 'DOGE' }, 'depositCurrency'],
    ['a negative amount', { actualDepositAmount: -1 }, 'actualDepositAmount'],
    ['36 digits', { actualDepositAmount: '1'.repeat(36) }, 'actualDepositAmount'],
    ['31 decimals', { settlementAmount: `0.${'1'.repeat(31)}` }, 'settlementAmount'],
    ['an id that is none', { paymentId: 'x' }, 'paymentId'],
    ['a NUL', { transactionId: 'a\u0000b' }, 'transactionId'],
  ])('%s: returns 200 and quarantines with a reason and without an effect', async (_name, fields, path) => {
    const sample = depositCallbackSample(fields);
    const { status, observed } = await deliver(sample);
    expect({ status, verdict: observed?.verdict }).toEqual({ status: 200, verdict: 'quarantined' });
    expect(observed?.reasons.map((reason) => reason.path)).toContain(path);
    expect(await readDeposit(sample['depositId'])).toBeNull();
  });

  test('quarantines a duplicate key', async () => {
    const text = JSON.stringify(depositCallbackSample()).replace('{', '{"status":"CONFIRMED",');
    expect((await deliver(text)).observed).toMatchObject({
      verdict: 'quarantined',
      reasons: [{ path: 'status', problem: 'has a duplicate key' }],
    });
  });

  test.each(['[]', 'null', '"text"', '17'])(
    'JSON that is no object (%s): returns 200 and quarantines',
    async (body) => {
      const business = await createBusiness();
      expect(await deliver(body, 'withdrawal', business)).toMatchObject({
        status: 200,
        observed: { verdict: 'quarantined' },
      });
    },
  );

  test("quarantines another business's payment, unless that business has only a stub or an import", async () => {
    const other = await createBusiness();
    const foreignPayment = paymentRecordSample(other);
    await inTransaction((transaction) =>
      observeAnswer(transaction, {
        businessId: other,
        source: 'read',
        startedAt: instant(clock),
        body: toSampleBytes(foreignPayment),
      }),
    );
    const stolen = await deliver(depositCallbackSample({ paymentId: foreignPayment['paymentId'] }));
    expect(stolen).toMatchObject({ status: 200, observed: { verdict: 'quarantined' } });
    expect(await readPayment(foreignPayment['paymentId'])).toBeNull();

    const sample = depositCallbackSample();
    await deliver(sample, 'deposit-received', other);
    expect((await deliver(sample)).observed?.verdict).toBe('applied');

    // Otherwise an imported record there could block the callbacks of this business.
    const claimed = paymentRecordSample(other);
    await inTransaction((transaction) =>
      observeAnswer(transaction, {
        businessId: other,
        source: 'import',
        startedAt: instant(clock),
        body: toSampleBytes(claimed),
      }),
    );
    const own = depositCallbackSample({ paymentId: claimed['paymentId'] });
    expect((await deliver(own)).observed?.verdict).toBe('applied');
  });

  test('a deposit of another payment: the newer callback counts, and the deposit has both values', async () => {
    const sample = depositCallbackSample();
    await deliver(sample);
    const claim = { ...sample, paymentId: randomUUID() };
    expect((await deliver(claim)).observed).toMatchObject({
      verdict: 'new-version',
      reasons: [{ path: 'paymentId' }],
    });
    expect(await readPayment(claim.paymentId)).toMatchObject({ depositCount: 1 });
    expect(await readPayment(sample['paymentId'])).toMatchObject({ depositCount: 0 });
    const deposit = await readDeposit(sample['depositId']);
    expect(deposit?.paymentId).toBe(claim.paymentId);
    expect(deposit?.conflicts).toMatchObject([
      { field: 'paymentId', values: [{ value: claim.paymentId }, { value: sample['paymentId'] }] },
    ]);
  });

  test('stores any body of an exchanged deposit unchanged', async () => {
    const business = await createBusiness();
    expect(await deliver('anything at all', 'deposit-exchanged', business)).toMatchObject({
      status: 200,
      observed: { verdict: 'stored' },
    });
    expect(await readMessages(business)).toMatchObject([{ verdict: 'stored' }]);
  });

  test('returns 503 and stores nothing during an outage', async () => {
    const business = await createBusiness();
    const sample = depositCallbackSample();
    await callbackPool().end();
    expect(await deliver(sample, 'deposit-received', business)).toMatchObject({
      status: 503,
      observed: null,
    });
    await closeDatabase();
    expect(await readMessages(business)).toEqual([]);
    expect((await deliver(sample, 'deposit-received', business)).status).toBe(200);
  });
});

describe('withdrawals', () => {
  const readWithdrawal = (withdrawalId: unknown) =>
    database().withdrawal.findFirst({
      where: { businessId, withdrawalId: String(withdrawalId) },
      include: { risk: true },
    });

  test('stores receipt time, tag and owner separately', async () => {
    const sample = withdrawalCallbackSample(businessId);
    expect((await deliver(sample, 'withdrawal')).status).toBe(200);
    expect(await readWithdrawal(sample['withdrawalId'])).toMatchObject({
      status: 'COMPLETED',
      toAddress: 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY',
      toTag: '12345',
      versions: 1,
      firstReceivedAt: new Date(clock),
      risk: { ownerName: 'Some exchange', ownerCategory: 'exchange' },
    });
  });

  test.each(['deductedSettlementAmount', 'deducedSettlementAmount'])('%s is read', async (spelling) => {
    const { deductedSettlementAmount: _without, ...rest } = withdrawalCallbackSample(businessId);
    const sample = { ...rest, [spelling]: 100.3 };
    await deliver(sample, 'withdrawal');
    const row = await readWithdrawal(rest['withdrawalId']);
    expect(row?.deductedSettlementAmount?.toFixed()).toBe('100.3');
  });

  test('reads both spellings as one value if equal, else stores a conflict', async () => {
    const equal = withdrawalCallbackSample(businessId, { deducedSettlementAmount: '100.3' });
    await deliver(equal, 'withdrawal');
    const same = await readWithdrawal(equal['withdrawalId']);
    expect(same?.deductedSettlementAmount?.toFixed()).toBe('100.3');
    const different = withdrawalCallbackSample(businessId, { deducedSettlementAmount: '100.31' });
    const { observed } = await deliver(different, 'withdrawal');
    expect(observed).toMatchObject({ verdict: 'applied', reasons: [{ path: 'deductedSettlementAmount' }] });
    const row = await readWithdrawal(different['withdrawalId']);
    expect(row).toMatchObject({ status: 'COMPLETED', deductedSettlementAmount: null });
    expect(row?.conflicts).toMatchObject([{ field: 'deductedSettlementAmount', values: [{}, {}] }]);
  });

  test("quarantines another business's id", async () => {
    const sample = withdrawalCallbackSample(randomUUID());
    expect((await deliver(sample, 'withdrawal')).observed?.verdict).toBe('quarantined');
    expect(await readWithdrawal(sample['withdrawalId'])).toBeNull();
  });
});

test('stores 50 parallel deliveries of one content as one message with one effect', async () => {
  const sample = depositCallbackSample();
  const answers = await Promise.all(
    Array.from({ length: 50 }, async () => {
      let answer = await deliver(sample);
      // Repeats refused deliveries, as the service does.
      while (answer.status === 503) answer = await deliver(sample);
      return answer;
    }),
  );
  expect(answers.filter(({ observed }) => observed?.repeat === false)).toHaveLength(1);
  const own = (await readMessages()).filter(({ subjectId }) => subjectId === sample['depositId']);
  expect(own).toMatchObject([{ deliveries: 50 }]);
  expect(await readDeposit(sample['depositId'])).toMatchObject({ versions: 1 });
});
