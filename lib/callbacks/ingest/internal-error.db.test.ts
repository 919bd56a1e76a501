import { beforeEach, expect, test, vi } from 'vitest';
import { ConnectionError } from '#lib/database/errors.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import { createBusiness, systemContext } from '#lib/database/testing/tenant.ts';
import * as payments from '#lib/payments/index.ts';
import {
  depositCallbackSample,
  toSampleBytes,
  withdrawalCallbackSample,
} from '#lib/platform/testing/wire-samples.ts';
import { instant } from '#lib/values/instant.ts';
import { foldWaitingCallbacks, receiveCallback } from '../index.ts';

beforeEach(() => {
  // Treats every callback as one that settles a create request.
  vi.spyOn(payments, 'findIntentMatches').mockImplementation(
    async (_statements, matches) => new Set(matches),
  );
  vi.spyOn(payments, 'settleIntent').mockResolvedValue(null);
});

const deliver = async (body: object, businessId?: Awaited<ReturnType<typeof createBusiness>>) =>
  receiveCallback({
    businessId: businessId ?? (await createBusiness()),
    kind: 'deposit-received',
    body: toSampleBytes(body),
    headers: {},
    receivedAt: instant(1_793_000_000_000),
  });

test('quarantines a callback that a bug keeps from being applied, without a partial effect', async () => {
  vi.mocked(payments.settleIntent).mockRejectedValue(new TypeError('x is not a function'));
  const businessId = await createBusiness();
  const sample = depositCallbackSample();
  expect(await deliver(sample, businessId)).toMatchObject({
    status: 200,
    observed: {
      verdict: 'quarantined',
      reasons: [{ problem: 'could not be applied here: x is not a function' }],
    },
  });
  expect(await database().payment.count({ where: { businessId } })).toBe(0);
  expect(await deliver(sample, businessId)).toMatchObject({ status: 200, observed: { repeat: true } });
  expect(await database().callbackMessage.findMany({ where: { businessId } })).toMatchObject([
    { deliveries: 2 },
  ]);
});

test.each([
  ['an error without a code', new Error('an unexpected state')],
  ['one that reads like an outage', new Error('Connection terminated unexpectedly')],
  ['one that speaks of a connection', new TypeError('connection is not a function')],
  ['a broken constraint', Object.assign(new Error('Unique constraint failed'), { code: 'P2002' })],
])('quarantines after %s, which would recur for a day', async (_name, failure) => {
  vi.mocked(payments.settleIntent).mockRejectedValue(failure);
  expect(await deliver(depositCallbackSample())).toMatchObject({
    status: 200,
    observed: { verdict: 'quarantined' },
  });
});

test('quarantines after a limit or a constraint of the database', async () => {
  await databasePool().query(
    `ALTER TABLE deposit ADD CONSTRAINT planted CHECK (transaction_id <> 'poison') NOT VALID`,
  );
  expect(await deliver(depositCallbackSample({ transactionId: 'poison' }))).toMatchObject({
    status: 200,
    observed: { verdict: 'quarantined' },
  });
  await databasePool().query('ALTER TABLE deposit DROP CONSTRAINT planted');
});

/** Creates the error of Prisma for a raw statement that failed with this code. */
const createPrismaError = (originalCode: string): Error =>
  Object.assign(new Error('Raw query failed'), {
    code: 'P2010',
    meta: { driverAdapterError: { cause: { originalCode } } },
  });

test('quarantines a callback that waits and that a constraint of the database refuses', async () => {
  vi.mocked(payments.settleIntent).mockRejectedValue(createPrismaError('40P01'));
  const businessId = await createBusiness();
  const sample = depositCallbackSample({ transactionId: 'poison' });
  expect(await deliver(sample, businessId)).toMatchObject({ isWaiting: true });
  await databasePool().query(
    `ALTER TABLE deposit ADD CONSTRAINT planted CHECK (transaction_id <> 'poison') NOT VALID`,
  );
  await foldWaitingCallbacks(systemContext(), AbortSignal.timeout(20_000));
  await databasePool().query('ALTER TABLE deposit DROP CONSTRAINT planted');
  const [message] = await database().callbackMessage.findMany({ where: { businessId } });
  expect(message).toMatchObject({
    verdict: 'quarantined',
    subjectId: sample['depositId'],
    reasons: [{ problem: expect.stringContaining('could not be applied here') }],
  });
});

test.each([
  ['an outage', new ConnectionError('no connection in time')],
  ['a full disk', createPrismaError('53100')],
])('returns 503 after %s and stores nothing', async (_name, failure) => {
  vi.mocked(payments.settleIntent).mockRejectedValue(failure);
  const businessId = await createBusiness();
  expect(await deliver(depositCallbackSample(), businessId)).toMatchObject({ status: 503, observed: null });
  expect(await database().callbackMessage.count({ where: { businessId } })).toBe(0);
});

test('stores only the bytes after a deadlock, which is rolled back', async () => {
  vi.mocked(payments.settleIntent).mockRejectedValue(createPrismaError('40P01'));
  const businessId = await createBusiness();
  expect(await deliver(depositCallbackSample(), businessId)).toMatchObject({ status: 200, isWaiting: true });
  expect(await database().callbackMessage.findMany({ where: { businessId } })).toMatchObject([
    { verdict: 'received', deliveries: 1 },
  ]);
  await foldWaitingCallbacks(systemContext(), AbortSignal.timeout(20_000));
});

test('stores the other callbacks of a batch when one fails', async () => {
  await databasePool().query(
    `ALTER TABLE withdrawal ADD CONSTRAINT planted CHECK (transaction_id <> 'poison') NOT VALID`,
  );
  const businessId = await createBusiness();
  const answers = await Promise.all(
    ['one', 'two', 'poison', 'three'].map((transactionId) =>
      receiveCallback({
        businessId,
        kind: 'withdrawal',
        body: toSampleBytes(withdrawalCallbackSample(businessId, { transactionId })),
        headers: {},
        receivedAt: instant(1_793_000_000_000),
      }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  // On a busy machine, the last ones wait to be folded.
  await foldWaitingCallbacks(systemContext(), AbortSignal.timeout(20_000));
  await databasePool().query('ALTER TABLE withdrawal DROP CONSTRAINT planted');
  const ids = answers.map(({ observed }) => String(observed?.messageId));
  const stored = await database().callbackMessage.findMany({ where: { businessId } });
  expect(ids.map((id) => stored.find((one) => one.id === id)?.verdict)).toEqual([
    'applied',
    'applied',
    'quarantined',
    'applied',
  ]);
  expect(await database().withdrawal.count({ where: { businessId } })).toBe(3);
  expect(await database().callbackMessage.count({ where: { businessId } })).toBe(4);
});
