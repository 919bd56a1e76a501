import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { databasePool } from '#lib/database/pools.ts';
import { inPlainTransaction } from '#lib/database/statements.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { propertyRuns } from '#lib/platform/testing/property-runs.ts';
import {
  depositCallbackSample,
  depositRecordSample,
  paymentRecordSample,
  toSampleBytes,
  withdrawalCallbackSample,
} from '#lib/platform/testing/wire-samples.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import type { CallbackKind, CallbackObservation, WaitingCallback } from '../index.ts';
import {
  foldWaiting,
  foldWaitingTogether,
  listWaitingAbout,
  listWaitingCallbacks,
  lockCallbacks,
  observeAnswer,
  observeCallback,
  observeCallbacks,
  prepareCallback,
  storeWaiting,
  verifyReadModel,
} from '../index.ts';
import { createId as id } from '../testing/reported.ts';
import { deleteEverything, readEverything, readRecords } from '../testing/stored-records.ts';

const start = 1_793_000_000_000;
// Few records and values, so that repeats, versions, claims and conflicts are common.
const upTo = (max: number) => fc.integer({ min: 0, max });
const depositBody = fc
  .record({
    payment: upTo(3),
    deposit: upTo(4),
    amount: upTo(2),
    client: upTo(1),
    wrong: upTo(12),
    echo: upTo(6),
  })
  .map(({ payment, deposit, amount, client, wrong, echo }) =>
    depositCallbackSample({
      paymentId: id('payment', payment),
      depositId: id('deposit', deposit),
      clientPaymentId: `order-${client}`,
      actualDepositAmount: amount,
      // Some are quarantined.
      ...(wrong === 0 ? { status: 'SETTLED' } : {}),
      // Some have risk detail, which deposit callbacks don’t have by the interface.
      ...(echo < 2 ? { riskScore: echo } : {}),
    }),
  );
const withdrawalBody = fc
  .record({
    withdrawal: upTo(2),
    fee: upTo(1),
    status: fc.constantFrom('COMPLETED', 'FAILED', 'BLOCKED'),
    // Often only the owner differs.
    owner: upTo(2),
  })
  .map(
    ({ withdrawal, fee, status, owner }) =>
      (businessId: BusinessId) =>
        withdrawalCallbackSample(businessId, {
          withdrawalId: id('withdrawal', withdrawal),
          clientWithdrawalId: 'payout-1',
          withdrawFee: fee,
          status,
          txAddressOwner: { name: `owner ${owner}`, category: 'exchange' },
        }),
  );
type Message = { readonly kind: CallbackKind; readonly body: (businessId: BusinessId) => unknown };
const message: fc.Arbitrary<Message> = fc.oneof(
  {
    weight: 6,
    arbitrary: depositBody.map((body): Message => ({ kind: 'deposit-received', body: () => body })),
  },
  { weight: 2, arbitrary: withdrawalBody.map((body): Message => ({ kind: 'withdrawal', body })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Message>(
      { kind: 'deposit-received', body: () => '{"cut' },
      { kind: 'withdrawal', body: () => '[]' },
      { kind: 'deposit-exchanged', body: () => 'anything' },
    ),
  },
);
/** Callbacks, with the starts of new batches. */
const grouped = fc.array(fc.tuple(message, fc.boolean()), { minLength: 1, maxLength: 25 });

/** The same with enough of them, so that a run of random cases always has some that wait. */
const mostlyWaiting = fc
  .array(fc.tuple(message, fc.boolean()), { minLength: 10, maxLength: 25 })
  .filter((messages) => messages.filter(([, waits]) => waits).length >= 5);

/** The starting state: a payment with a deposit from a read, and a payment of another business. */
async function prepareRecords(businessId: BusinessId, other: BusinessId): Promise<void> {
  const known = paymentRecordSample(businessId, {
    paymentId: id('payment', 0),
    clientPaymentId: 'order-0',
    deposits: [depositRecordSample({ id: id('deposit', 0) })],
  });
  const elsewhere = paymentRecordSample(other, {
    paymentId: id('payment', 1),
    clientPaymentId: 'order-elsewhere',
  });
  for (const [business, body] of [
    [businessId, known],
    [other, elsewhere],
  ] as const)
    await inTransaction((transaction) =>
      observeAnswer(transaction, {
        businessId: business,
        source: 'read',
        startedAt: instant(start),
        body: toSampleBytes(body),
      }),
    );
}

function splitBatches(all: readonly (readonly [CallbackObservation, boolean])[]): CallbackObservation[][] {
  const batches: CallbackObservation[][] = [[]];
  for (const [observations, begins] of all) {
    if (begins) batches.push([]);
    batches.at(-1)?.push(observations);
  }
  return batches;
}

test('gives the same rows, messages, deliveries and results in any batches as one by one', async () => {
  const [businessId, other] = [await createBusiness(), await createBusiness()];
  const both = [businessId, other];
  const runs = propertyRuns(16);
  let batchesWithLeftOut = 0;
  await fc.assert(
    fc.asyncProperty(grouped, async (messages) => {
      const observations = messages.map(
        ([{ kind, body }, begins], index) =>
          [
            {
              businessId,
              kind,
              body: toSampleBytes(body(businessId)),
              headers: { 'x-place': String(index) },
              ...(index % 2 === 0 ? { proof: { keyName: 'key', signature: 'right' as const } } : {}),
              receivedAt: instant(start + (1 + index) * 1_000),
            },
            begins,
          ] as const,
      );
      await deleteEverything(both);
      await prepareRecords(businessId, other);
      const oneByOne = [];
      for (const [one] of observations)
        oneByOne.push(await inTransaction((transaction) => observeCallback(transaction, one)));
      const expected = await readEverything(both);
      const expectedRecords = await readRecords(both);

      await deleteEverything(both);
      await prepareRecords(businessId, other);
      const together = [];
      let leftOut = 0;
      for (const batch of splitBatches(observations)) {
        const observed = await inPlainTransaction((statements) =>
          observeCallbacks(statements, batch.map(prepareCallback)),
        );
        for (const [index, one] of batch.entries())
          if (observed[index] === null) {
            leftOut += 1;
            await inTransaction((transaction) => observeCallback(transaction, one));
          }
        together.push(...observed);
      }
      batchesWithLeftOut += leftOut > 0 ? 1 : 0;
      expect(await readRecords(both)).toEqual(expectedRecords);
      // Callbacks observed after their batch arrived in another order. Their verdict can differ, the read model
      // can’t.
      if (leftOut > 0) return;
      expect(together).toEqual(oneByOne);
      expect(await readEverything(both)).toEqual(expected);
    }),
    { numRuns: runs },
  );
  expect(batchesWithLeftOut).toBeGreaterThan(0);
  expect(batchesWithLeftOut).toBeLessThan(runs);
  const differences: unknown[] = [];
  await verifyReadModel((difference) => differences.push(difference));
  expect(differences).toEqual([]);
});

/** Folds what waits in batches with one callback of each record, as the worker does. */
async function foldAllWaiting(businessId: BusinessId): Promise<void> {
  const alone = async (one: WaitingCallback) =>
    void (await inTransaction((transaction) => foldWaiting(transaction, one)));
  for (;;) {
    const all = (await listWaitingCallbacks(100)).filter((one) => one.observation.businessId === businessId);
    if (all.length === 0) return;
    const prepared = all.map(({ observation }) => prepareCallback(observation));
    const folded = await inPlainTransaction(async (statements) => {
      await lockCallbacks(statements, prepared);
      return foldWaitingTogether(statements, prepared);
    });
    for (const [index, one] of all.entries()) if (folded[index] === null) await alone(one);
  }
}

test('gives the same records if callbacks wait and are folded together', async () => {
  const [businessId, other] = [await createBusiness(), await createBusiness()];
  const both = [businessId, other];
  let waited = 0;
  await fc.assert(
    fc.asyncProperty(mostlyWaiting, async (messages) => {
      const observations = messages.map(([{ kind, body }], index) => ({
        businessId,
        kind,
        body: toSampleBytes(body(businessId)),
        headers: {},
        receivedAt: instant(start + (1 + index) * 1_000),
      }));
      const runs = [];
      for (const canWait of [false, true]) {
        await deleteEverything(both);
        await prepareRecords(businessId, other);
        for (const [index, one] of observations.entries()) {
          const prepared = prepareCallback(one);
          if (canWait && messages[index]?.[1] === true) {
            const [stored] = await inPlainTransaction((statements) => storeWaiting(statements, [prepared]));
            waited += stored?.verdict === 'received' ? 1 : 0;
            continue;
          }
          const { subjectId } = prepared.parsed;
          const earlier = subjectId === null ? [] : await listWaitingAbout(businessId, { subjectId });
          for (const waiting of earlier)
            await inTransaction((transaction) => foldWaiting(transaction, waiting));
          await inTransaction((transaction) => observeCallback(transaction, one));
        }
        await foldAllWaiting(businessId);
        const { rows } = await databasePool().query(
          `SELECT id, deliveries, first_received_at, verdict = 'quarantined' AS held, shown_with FROM callback_message
            WHERE business_id = $1 ORDER BY id`,
          [businessId],
        );
        runs.push({ records: await readRecords(both), messages: rows });
      }
      expect(runs[1]).toEqual(runs[0]);
    }),
    { numRuns: propertyRuns(6) },
  );
  expect(waited).toBeGreaterThan(10);
});

test('counts a deposit callback with and one without risk detail as one version, in any order and batches', async () => {
  const businessId = await createBusiness();
  const without = depositCallbackSample({ paymentId: id('payment', 9), depositId: id('deposit', 9) });
  const withScore = { ...without, riskScore: 3 };
  const later = { ...without, onChainFee: 0.5 };
  for (const [index, bodies] of [
    [without, withScore],
    [withScore, without],
    [without, withScore, later],
    [withScore, later, without],
  ].entries())
    for (const size of [1, bodies.length]) {
      await deleteEverything([businessId]);
      const callbacks = bodies.map((body, place) =>
        prepareCallback({
          businessId,
          kind: 'deposit-received',
          body: toSampleBytes(body),
          headers: {},
          receivedAt: instant(start + place * 1_000),
        }),
      );
      for (let from = 0; from < callbacks.length; from += size) {
        const batch = callbacks.slice(from, from + size);
        const observed = await inPlainTransaction((statements) => observeCallbacks(statements, batch));
        for (const [place, one] of batch.entries())
          if (observed[place] === null)
            await inTransaction((transaction) => observeCallback(transaction, one.observation));
      }
      const { rows } = await databasePool().query(
        `SELECT versions, (SELECT count(*)::int FROM callback_message m
           WHERE m.business_id = d.business_id AND m.shown_with IS NULL) AS shown FROM deposit d WHERE business_id = $1`,
        [businessId],
      );
      const versions = bodies.includes(later) ? 2 : 1;
      expect(rows, `order ${index} in batches of ${size}`).toEqual([{ versions, shown: versions }]);
    }
  const differences: unknown[] = [];
  await verifyReadModel((difference) => differences.push(difference));
  expect(differences).toEqual([]);
});

test('announces the changes of a batch once per business', async () => {
  const [one, two] = [await createBusiness(), await createBusiness()];
  const client = await databasePool().connect();
  onTestFinished(() => client.release(true));
  const notifications: string[] = [];
  client.on('notification', ({ payload }) => notifications.push(payload ?? ''));
  await client.query('LISTEN countinghouse_live');
  const batch = [one, one, two].map((businessId, index) =>
    prepareCallback({
      businessId,
      kind: 'deposit-received',
      body: toSampleBytes(depositCallbackSample()),
      headers: {},
      receivedAt: instant(start + index),
    }),
  );
  await inPlainTransaction((statements) => observeCallbacks(statements, batch));
  await client.query('UNLISTEN *');
  expect(notifications.map((text) => JSON.parse(text))).toMatchObject([
    { b: one, t: ['payments', 'deposits', 'callbacks'] },
    { b: two, t: ['payments', 'deposits', 'callbacks'] },
  ]);
});

test('stores nothing of a batch that fails', async () => {
  const businessId = await createBusiness();
  const prepared = prepareCallback({
    businessId,
    kind: 'deposit-received',
    body: toSampleBytes(depositCallbackSample()),
    headers: {},
    receivedAt: instant(start),
  });
  const failing = inPlainTransaction(async (statements) => {
    await observeCallbacks(statements, [prepared]);
    throw new Error('in the middle');
  });
  await expect(failing).rejects.toThrow('in the middle');
  const { rows } = await databasePool().query('SELECT FROM callback_message WHERE business_id = $1', [
    businessId,
  ]);
  expect(rows).toEqual([]);
});

test('stores the reason of a withdrawal that one batch blocks and completes', async () => {
  const businessId = await createBusiness();
  const sample = withdrawalCallbackSample(businessId);
  const prepared = ['BLOCKED', 'COMPLETED'].map((status, second) =>
    prepareCallback({
      businessId,
      kind: 'withdrawal',
      body: toSampleBytes({ ...sample, status }),
      headers: {},
      receivedAt: instant(start + second * 1_000),
    }),
  );
  const observed = await inPlainTransaction((statements) => observeCallbacks(statements, prepared));
  expect(observed.map((one) => one?.verdict ?? null)).toEqual(['applied', 'new-version']);
  const { rows } = await databasePool().query(
    'SELECT subject_kind, reason, ended FROM review_change WHERE business_id = $1 ORDER BY id',
    [businessId],
  );
  expect(rows).toEqual([
    { subject_kind: 'withdrawal', reason: 'withdrawal-blocked', ended: false },
    { subject_kind: 'withdrawal', reason: 'withdrawal-blocked', ended: true },
  ]);
});
