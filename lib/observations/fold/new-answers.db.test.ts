import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inPlainTransaction } from '#lib/database/statements.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { propertyRuns } from '#lib/platform/testing/property-runs.ts';
import {
  depositCallbackSample,
  depositRecordSample,
  paymentRecordSample,
  toSampleBytes,
} from '#lib/platform/testing/wire-samples.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import type { AnswerObservation } from '../index.ts';
import { observeAnswer, observeCallback, observeNewAnswers, verifyReadModel } from '../index.ts';
import { createId as id } from '../testing/reported.ts';
import { deleteEverything, readEverything } from '../testing/stored-records.ts';

const start = 1_793_000_000_000;

// Few records and values, so that second records, stored contents and claims are common.
const upTo = (max: number) => fc.integer({ min: 0, max });
type AnswerEvent = {
  readonly payment: number;
  readonly deposits: readonly number[];
  readonly client: number;
  /** 0 is no record at all. 1 has a status that the interface doesn’t define. */
  readonly strange: number;
};
const record: fc.Arbitrary<AnswerEvent> = fc.record({
  payment: upTo(4),
  deposits: fc.uniqueArray(upTo(5), { maxLength: 3 }),
  client: upTo(1),
  strange: upTo(9),
});
const batches = fc.array(fc.array(record, { maxLength: 6 }), { minLength: 1, maxLength: 4 });

const createAnswer = (businessId: BusinessId, answer: AnswerEvent, at: number): AnswerObservation => ({
  businessId,
  source: 'read',
  startedAt: instant(at),
  body: toSampleBytes(
    answer.strange === 0
      ? 'no record'
      : paymentRecordSample(businessId, {
          paymentId: id('payment', answer.payment),
          clientPaymentId: `order-${answer.client}`,
          ...(answer.strange === 1 ? { status: 'SETTLED' } : {}),
          deposits: answer.deposits.map((deposit) => depositRecordSample({ id: id('deposit', deposit) })),
        }),
  ),
  quiet: true,
});
/** A callback reported a payment and its deposit before the first read. */
const callbackBefore = (businessId: BusinessId) =>
  inTransaction((transaction) =>
    observeCallback(transaction, {
      businessId,
      kind: 'deposit-received',
      body: toSampleBytes(
        depositCallbackSample({
          paymentId: id('payment', 0),
          depositId: id('deposit', 0),
          clientPaymentId: 'order-0',
        }),
      ),
      headers: {},
      receivedAt: instant(start),
    }),
  );

const observeAlone = (answer: AnswerObservation) =>
  inTransaction((transaction) => observeAnswer(transaction, answer));

test('gives the same rows for many answers at once as one by one', async () => {
  const businessId = await createBusiness();
  const [seen, left] = [new Set<string>(), new Set<string>()];
  await fc.assert(
    fc.asyncProperty(batches, async (all) => {
      const given = all.map((batch, place) =>
        batch.map((answer, index) =>
          createAnswer(businessId, answer, start + place * 10_000 + index * 1_000),
        ),
      );
      await deleteEverything([businessId]);
      await callbackBefore(businessId);
      const behind: (readonly AnswerObservation[])[] = [];
      for (const batch of given) {
        const apart = await inPlainTransaction((statements) => observeNewAnswers(statements, batch));
        for (const answer of apart) await observeAlone(answer);
        behind.push(apart);
      }
      const together = await readEverything([businessId]);

      await deleteEverything([businessId]);
      await callbackBefore(businessId);
      for (const [place, batch] of given.entries()) {
        const apart = new Set(behind[place]);
        for (const answer of batch.filter((each) => !apart.has(each))) await observeAlone(answer);
        for (const answer of apart) await observeAlone(answer);
        for (const answer of batch) (apart.has(answer) ? left : seen).add(String(answer.startedAt));
      }
      expect(together).toEqual(await readEverything([businessId]));
    }),
    { numRuns: propertyRuns(12) },
  );
  // Both ways were taken often.
  expect(Math.min(seen.size, left.size)).toBeGreaterThan(5);
  const differences: unknown[] = [];
  await verifyReadModel((difference) => differences.push(difference));
  expect(differences).toEqual([]);
});

test('returns answers that are more than a plain new record', async () => {
  const businessId = await createBusiness();
  const at = (answer: Partial<AnswerEvent>, place: number) =>
    createAnswer(
      businessId,
      { payment: 0, deposits: [], client: 0, strange: 2, ...answer },
      start + place * 1_000,
    );
  const first = at({ payment: 1, deposits: [1] }, 0);
  expect(await inPlainTransaction((statements) => observeNewAnswers(statements, [first]))).toEqual([]);

  const refused = at({ strange: 0 }, 1);
  const strange = at({ payment: 2, strange: 1 }, 2);
  const again = at({ payment: 1, deposits: [1] }, 3);
  const claims = at({ payment: 3, deposits: [1] }, 4);
  const plain = at({ payment: 4, deposits: [4, 5] }, 5);
  const second = at({ payment: 4, deposits: [4] }, 6);
  const bare = at({ payment: 5 }, 7);
  const all = [refused, strange, again, claims, plain, second, bare];
  expect(await inPlainTransaction((statements) => observeNewAnswers(statements, all))).toEqual([
    refused,
    strange,
    again,
    claims,
    second,
  ]);
});

test('accepts an empty list', async () => {
  expect(await inPlainTransaction((statements) => observeNewAnswers(statements, []))).toEqual([]);
});
