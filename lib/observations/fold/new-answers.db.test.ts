import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { closeDatabase } from '#lib/database/pools.ts';
import { inStatements } from '#lib/database/statements.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import {
  bytes,
  depositCallbackSample,
  depositRecordSample,
  paymentRecordSample,
} from '#lib/platform/testing/wire-samples.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import type { AnswerObservation } from '../index.ts';
import { observeAnswer, observeCallback, observeNewAnswers, verifyReadModel } from '../index.ts';
import { createId as id } from '../testing/reported.ts';
import { forget, readEverything } from '../testing/stored-records.ts';

afterAll(closeDatabase);

const start = 1_793_000_000_000;

// Few records and few values, so that second records, contents that are here already and claims are common.
const few = (most: number) => fc.integer({ min: 0, max: most });
type Said = {
  readonly payment: number;
  readonly deposits: readonly number[];
  readonly client: number;
  /** 0: no record at all. 1: with a status that the interface does not have. */
  readonly strange: number;
};
const record: fc.Arbitrary<Said> = fc.record({
  payment: few(4),
  deposits: fc.uniqueArray(few(5), { maxLength: 3 }),
  client: few(1),
  strange: few(9),
});
const batches = fc.array(fc.array(record, { maxLength: 6 }), { minLength: 1, maxLength: 4 });

const answerOf = (businessId: BusinessId, said: Said, at: number): AnswerObservation => ({
  businessId,
  source: 'read',
  startedAt: instant(at),
  body: bytes(
    said.strange === 0
      ? 'no record'
      : paymentRecordSample(businessId, {
          paymentId: id('payment', said.payment),
          clientPaymentId: `order-${said.client}`,
          ...(said.strange === 1 ? { status: 'SETTLED' } : {}),
          deposits: said.deposits.map((deposit) => depositRecordSample({ id: id('deposit', deposit) })),
        }),
  ),
  quiet: true,
});
/** A callback has told of a payment and its deposit before any record of it was read. */
const callbackBefore = (businessId: BusinessId) =>
  inTransaction((transaction) =>
    observeCallback(transaction, {
      businessId,
      kind: 'deposit-received',
      body: bytes(
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

test('records of many payments at once come to what they come to one by one', async () => {
  const businessId = await createBusiness();
  const [seen, left] = [new Set<string>(), new Set<string>()];
  await fc.assert(
    fc.asyncProperty(batches, async (all) => {
      const given = all.map((batch, place) =>
        batch.map((said, index) => answerOf(businessId, said, start + place * 10_000 + index * 1_000)),
      );
      await forget([businessId]);
      await callbackBefore(businessId);
      const behind: (readonly AnswerObservation[])[] = [];
      for (const batch of given) {
        const apart = await inStatements((statements) => observeNewAnswers(statements, batch));
        for (const answer of apart) await observeAlone(answer);
        behind.push(apart);
      }
      const together = await readEverything([businessId]);

      await forget([businessId]);
      await callbackBefore(businessId);
      for (const [place, batch] of given.entries()) {
        const apart = new Set(behind[place]);
        for (const answer of batch.filter((each) => !apart.has(each))) await observeAlone(answer);
        for (const answer of apart) await observeAlone(answer);
        for (const answer of batch) (apart.has(answer) ? left : seen).add(String(answer.startedAt));
      }
      expect(together).toEqual(await readEverything([businessId]));
    }),
    { numRuns: 30 },
  );
  // Both ways were taken, and often.
  expect(Math.min(seen.size, left.size)).toBeGreaterThan(5);
  const differences: unknown[] = [];
  await verifyReadModel((difference) => differences.push(difference));
  expect(differences).toEqual([]);
}, 120_000);

test('what is more than a plain new record is left to be observed alone', async () => {
  const businessId = await createBusiness();
  const at = (said: Partial<Said>, place: number) =>
    answerOf(businessId, { payment: 0, deposits: [], client: 0, strange: 2, ...said }, start + place * 1_000);
  const first = at({ payment: 1, deposits: [1] }, 0);
  expect(await inStatements((statements) => observeNewAnswers(statements, [first]))).toEqual([]);

  const refused = at({ strange: 0 }, 1);
  const strange = at({ payment: 2, strange: 1 }, 2);
  const again = at({ payment: 1, deposits: [1] }, 3);
  const claims = at({ payment: 3, deposits: [1] }, 4);
  const plain = at({ payment: 4, deposits: [4, 5] }, 5);
  const second = at({ payment: 4, deposits: [4] }, 6);
  const bare = at({ payment: 5 }, 7);
  const all = [refused, strange, again, claims, plain, second, bare];
  expect(await inStatements((statements) => observeNewAnswers(statements, all))).toEqual([
    refused,
    strange,
    again,
    claims,
    second,
  ]);
});

test('nothing to observe is no trouble', async () => {
  expect(await inStatements((statements) => observeNewAnswers(statements, []))).toEqual([]);
});
