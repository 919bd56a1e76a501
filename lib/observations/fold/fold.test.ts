import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DepositId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { aggregateDeposits } from '../model/deposit-aggregate.ts';
import { derivePaymentState } from '../model/derived-state.ts';
import type { RebuiltStates } from '../model/rebuild.ts';
import { rebuildStates, rebuildWithdrawal } from '../model/rebuild.ts';
import type { PaymentObservation, WithdrawalObservation } from '../model/record-state.ts';
import { listReportedOwners, readDepositOwner } from '../model/record-state.ts';
import type { FieldValue, Source, SourceStamp } from '../model/registers.ts';
import { sources, toProvenance } from '../model/registers.ts';

const runs = { numRuns: 5_000 };
const id = (digit: number) => `00000000-0000-4000-8000-${String(digit).padStart(12, '0')}`;
const paymentId = toId<PaymentId>(id(1));
const other = toId<PaymentId>(id(2));
const depositId = (digit: number) => toId<DepositId>(id(100 + digit));

// Few values and times, so that ties and conflicts are common.
const value: fc.Arbitrary<FieldValue> = fc.constantFrom<FieldValue>('A', 'B', '1.5', '0xAb', '0xaB', 7, true);
const values = (...fields: string[]) =>
  fc.dictionary(fc.constantFrom(...fields), value, { maxKeys: fields.length });
const source = fc.constantFrom<Source>(...sources);

type Raw = { source: Source; at: number; content: number };

/** A content has one stamp. Only a repeated read can have a later one. */
const raw = fc.record({
  source,
  at: fc.integer({ min: 1, max: 4 }),
  content: fc.integer({ min: 0, max: 5 }),
});

function distinctContents(observations: readonly PaymentObservation[]): PaymentObservation[] {
  const first = new Map<string, PaymentObservation>();
  return observations.map((seen) => {
    const known = first.get(seen.stamp.observation);
    if (known === undefined) {
      first.set(seen.stamp.observation, seen);
      return seen;
    }
    return seen.stamp.source === 'read' ? { ...known, stamp: seen.stamp } : known;
  });
}

const toStamp = ({ source: from, at, content }: Raw): SourceStamp => ({
  source: from,
  at,
  observation: `${from}-${content}`,
});

const observations = fc
  .array(
    fc.record({
      raw,
      // Two payments that sometimes claim each other’s deposits.
      payment: fc.constantFrom(paymentId, other),
      said: values('clientPaymentId', 'status', 'displayCurrency', 'expectedDisplayAmount'),
      deposits: fc.uniqueArray(
        fc.record({
          digit: fc.integer({ min: 0, max: 2 }),
          values: values('status', 'transactionId', 'fromAddress', 'refundStatus', 'displayAmount'),
          risk: values('riskScore'),
        }),
        { maxLength: 3, selector: ({ digit }) => digit },
      ),
    }),
    { minLength: 1, maxLength: 7 },
  )
  .map((all) =>
    distinctContents(
      all.map(
        (one): PaymentObservation => ({
          stamp: toStamp(one.raw),
          firstAt: one.raw.source === 'read' ? 1 : one.raw.at,
          paymentId: one.payment,
          payment: one.said,
          deposits: one.deposits.map(({ digit, ...said }) => ({
            depositId: depositId(digit),
            ...said,
          })),
        }),
      ),
    ),
  );

/** The stored rows of a state, in a fixed order. */
function rows({ payments, deposits }: RebuiltStates) {
  const inOrder = [...deposits.values()].sort((left, right) => (left.depositId < right.depositId ? -1 : 1));
  return {
    payments: [...payments.values()]
      .sort((left, right) => (left.paymentId < right.paymentId ? -1 : 1))
      .map(({ registers, ...rest }) => ({
        ...rest,
        values: registers.values,
        provenance: toProvenance(registers.stamps),
        conflicts: registers.conflicts,
        derived: derivePaymentState(
          registers,
          aggregateDeposits(
            inOrder
              .filter((deposit) => readDepositOwner(deposit) === rest.paymentId)
              .map((deposit) => deposit.registers.values),
          ),
        ),
      })),
    deposits: inOrder.map((deposit) => ({
      ...deposit,
      registers: {
        ...deposit.registers,
        stamps: toProvenance(deposit.registers.stamps),
      },
      risk: toProvenance(deposit.risk.stamps),
    })),
  };
}

const shuffledWithRepeats = <T>(all: readonly T[]) =>
  fc
    .tuple(
      fc.shuffledSubarray([...all], { minLength: all.length }),
      fc.array(fc.constantFrom(...all), { maxLength: 5 }),
      fc.array(fc.nat(), { minLength: 5, maxLength: 5 }),
    )
    .map(([order, repeats, places]) => {
      const list = [...order];
      for (const [index, repeat] of repeats.entries())
        list.splice((places[index] ?? 0) % (list.length + 1), 0, repeat);
      return list;
    });

test('gives the same rows for any order and repetition of observations', () => {
  fc.assert(
    fc.property(
      observations.chain((all) => fc.tuple(fc.constant(all), shuffledWithRepeats(all))),
      ([all, again]) => {
        expect(rows(rebuildStates(again))).toEqual(rows(rebuildStates(all)));
      },
    ),
    runs,
  );
});

test('gives the same rows of withdrawals for any order, even with conflicts within one callback', () => {
  const withdrawals = fc.array(
    fc.record({
      content: fc.integer({ min: 0, max: 9 }),
      said: values('status', 'transactionId', 'toTxAddress', 'deductedSettlementAmount'),
      both: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  );
  const seen = withdrawals.map((all) =>
    [...new Map(all.map((one) => [one.content, one])).values()].map(
      ({ content, said: reported, both }): WithdrawalObservation => ({
        stamp: { source: 'callback', at: content % 3, observation: `${content}` },
        riskStamp: { source: 'callback', at: content % 3, observation: `${content}` },
        firstAt: content % 3,
        withdrawalId: toId<WithdrawalId>(id(7)),
        withdrawal: both
          ? { values: {}, conflictingValues: { deductedSettlementAmount: ['1', '2'] } }
          : { values: reported },
        risk: {},
      }),
    ),
  );
  fc.assert(
    fc.property(
      seen.chain((all) => fc.tuple(fc.constant(all), shuffledWithRepeats(all))),
      ([all, again]) => {
        expect(rebuildWithdrawal(again)).toEqual(rebuildWithdrawal(all));
      },
    ),
    runs,
  );
});

test('assigns a contested deposit to the strongest claim and stores every claim', () => {
  const claim = (from: Source, time: number, by: PaymentId): PaymentObservation => ({
    stamp: { source: from, at: time, observation: `${from}-${time}` },
    firstAt: time,
    paymentId: by,
    payment: {},
    deposits: [{ depositId: depositId(0), values: {}, risk: {} }],
  });
  const owner = (...all: PaymentObservation[]) => {
    const found = [all, all.toReversed()].map((order) => rebuildStates(order).deposits.get(depositId(0)));
    const [one, two] = found;
    if (!one || !two) throw new Error('no deposit');
    expect(one).toEqual(two);
    expect(new Set(listReportedOwners(one))).toEqual(new Set(all.map((seen) => seen.paymentId)));
    return readDepositOwner(one);
  };
  expect(owner(claim('read', 1, paymentId), claim('callback', 9, other))).toBe(paymentId);
  expect(owner(claim('read', 1, paymentId), claim('read', 2, other))).toBe(other);
  expect(owner(claim('callback', 1, paymentId), claim('callback', 2, other))).toBe(other);
  expect(owner(claim('callback', 9, paymentId), claim('create', 1, other))).toBe(other);
  expect(owner(claim('callback', 1, paymentId), claim('import', 9, other))).toBe(paymentId);
  expect(owner(claim('import', 1, paymentId), claim('import', 9, other))).toBe(paymentId);
});

test('generates equal times, claims and repeats out of order', () => {
  const cases = fc.sample(
    observations.chain((all) => fc.tuple(fc.constant(all), shuffledWithRepeats(all))),
    { numRuns: 500, seed: 4 },
  );
  const share = (is: (all: PaymentObservation[], again: PaymentObservation[]) => boolean) =>
    cases.filter(([all, again]) => is(all, again)).length / cases.length;
  const places = (all: readonly PaymentObservation[]) =>
    all.map(({ stamp }) => `${stamp.source} ${stamp.at}`);
  expect(share((all) => new Set(places(all)).size < all.length)).toBeGreaterThan(0.2);
  expect(share((all, again) => again.length > all.length)).toBeGreaterThan(0.5);
  expect(share((all, again) => all.some((seen, index) => seen !== again[index]))).toBeGreaterThan(0.5);
  const isContested = (all: PaymentObservation[]) =>
    [...rebuildStates(all).deposits.values()].some((deposit) => listReportedOwners(deposit).length > 1);
  expect(share(isContested)).toBeGreaterThan(0.2);
});
