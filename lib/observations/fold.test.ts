import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DepositId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { derive } from './model-derived.ts';
import { rebuildPayment, rebuildWithdrawal } from './model-rebuild.ts';
import type { Source, Stamp, Value } from './model-register.ts';
import { merge, noRegisters, provenanceOf, sources, stampsOf } from './model-register.ts';
import type { PaymentObservation, PaymentState, WithdrawalObservation } from './model-state.ts';
import { claimDeposit } from './model-state.ts';

const runs = { numRuns: 5_000 };
const id = (digit: number) => `00000000-0000-4000-8000-${String(digit).padStart(12, '0')}`;
const paymentId = toId<PaymentId>(id(1));
const depositId = (digit: number) => toId<DepositId>(id(100 + digit));

// Few values, few times: so that ties and contradictions are common.
const value: fc.Arbitrary<Value> = fc.constantFrom<Value>('A', 'B', '1.5', '0xAb', '0xaB', 7, true);
const values = (...fields: string[]) =>
  fc.dictionary(fc.constantFrom(...fields), value, { maxKeys: fields.length });
const source = fc.constantFrom<Source>(...sources);

type Raw = { source: Source; at: number; content: number };

/** One content has one stamp; only a read that is repeated may have a later one. */
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

const stampOf = ({ source: from, at, content }: Raw): Stamp => ({
  source: from,
  at,
  observation: `${from}-${content}`,
});

const observations = fc
  .array(
    fc.record({
      raw,
      payment: values('clientPaymentId', 'status', 'displayCurrency', 'expectedDisplayAmount'),
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
          stamp: stampOf(one.raw),
          firstAt: one.raw.source === 'read' ? 1 : one.raw.at,
          paymentId,
          payment: one.payment,
          deposits: one.deposits.map(({ digit, ...said }) => ({
            depositId: depositId(digit),
            ...said,
          })),
        }),
      ),
    ),
  );

/** What of a state reaches its rows, in one order. */
function row(state: PaymentState | null) {
  if (state === null) return null;
  const { registers, deposits, ...rest } = state;
  const inOrder = [...deposits.values()].sort((left, right) => (left.depositId < right.depositId ? -1 : 1));
  return {
    ...rest,
    values: registers.values,
    provenance: provenanceOf(registers.stamps),
    conflicts: registers.conflicts,
    derived: derive(
      registers.values,
      inOrder.map((deposit) => deposit.registers.values),
    ),
    deposits: inOrder.map((deposit) => ({
      ...deposit,
      registers: {
        ...deposit.registers,
        stamps: provenanceOf(deposit.registers.stamps),
      },
      risk: provenanceOf(deposit.risk.stamps),
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

test('any order and any repetition of the same observations gives the same rows', () => {
  fc.assert(
    fc.property(
      observations.chain((all) => fc.tuple(fc.constant(all), shuffledWithRepeats(all))),
      ([all, again]) => {
        expect(row(rebuildPayment(again))).toEqual(row(rebuildPayment(all)));
      },
    ),
    runs,
  );
});

test('the same holds for withdrawals, contradictions within one callback included', () => {
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
      ({ content, said, both }): WithdrawalObservation => ({
        stamp: { source: 'callback', at: content % 3, observation: `${content}` },
        firstAt: content % 3,
        withdrawalId: toId<WithdrawalId>(id(7)),
        withdrawal: both
          ? { values: {}, contradictions: { deductedSettlementAmount: ['1', '2'] } }
          : { values: said },
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

test('a claim on a deposit by another payment is noted in any order', () => {
  const owned = (at: number): PaymentObservation => ({
    stamp: { source: 'callback', at, observation: `own-${at}` },
    firstAt: at,
    paymentId,
    payment: {},
    deposits: [{ depositId: depositId(0), values: {}, risk: {} }],
  });
  const claim: Stamp = { source: 'callback', at: 2, observation: 'claim' };
  const other = toId<PaymentId>(id(2));
  const deposit = (all: PaymentObservation[]) => rebuildPayment(all)?.deposits.get(depositId(0));
  const [early, late] = [deposit([owned(1)]), deposit([owned(1), owned(3)])];
  if (!early || !late) throw new Error('no deposit');
  const claimedLate = claimDeposit(late, other, claim);
  const claimedEarly = merge(
    'deposit',
    claimDeposit(early, other, claim).registers,
    { values: { paymentId } },
    owned(3).stamp,
  );
  expect(claimedEarly).toEqual(claimedLate.registers);
  expect(claimedLate.registers.values['paymentId']).toBe(paymentId);
});

const at = (from: Source, time: number, observation = `${from}-${time}`): Stamp => ({
  source: from,
  at: time,
  observation,
});
const status = (...said: [Stamp, string][]) =>
  said.reduce(
    (held, [stamp, text]) => merge('payment', held, { values: { status: text } }, stamp),
    noRegisters,
  ).values['status'];

test.each<[string, [Stamp, string][], string]>([
  [
    'a read over a create answer, though it is older',
    [
      [at('create', 9), 'c'],
      [at('read', 1), 'r'],
    ],
    'r',
  ],
  [
    'a create answer over a callback',
    [
      [at('callback', 9), 'k'],
      [at('create', 1), 'c'],
    ],
    'c',
  ],
  [
    'a callback over an import',
    [
      [at('import', 9), 'i'],
      [at('callback', 1), 'k'],
    ],
    'k',
  ],
  [
    'among reads the later start',
    [
      [at('read', 2), 'late'],
      [at('read', 1), 'early'],
    ],
    'late',
  ],
  [
    'among callbacks the later first receipt',
    [
      [at('callback', 2), 'late'],
      [at('callback', 1), 'early'],
    ],
    'late',
  ],
  [
    'at one moment the greater hash',
    [
      [at('read', 1, 'b'), 'b'],
      [at('read', 1, 'a'), 'a'],
    ],
    'b',
  ],
])('%s', (_name, said, expected) => {
  expect(status(...said)).toBe(expected);
  expect(status(...said.toReversed())).toBe(expected);
});

test('a read that says again what an older one said counts again', () => {
  const [first, between, again] = [at('read', 1, 'x'), at('read', 2, 'y'), at('read', 3, 'x')];
  expect(status([first, 'NEW'], [between, 'PENDING'], [again, 'NEW'])).toBe('NEW');
});

test('two spellings of an EVM address are one address; of a base58 address two', () => {
  const held = (address: string, other: string) =>
    [address, other].reduce(
      (registers, text, index) =>
        merge('deposit', registers, { values: { toAddress: text } }, at('callback', index)),
      noRegisters,
    ).conflicts;
  expect(held('0xABcd', '0xabCD')).toEqual([]);
  expect(held('TQn9', 'tqn9')).toMatchObject([{ field: 'toAddress' }]);
});

test('provenance is written and read back', () => {
  const stamps = { status: at('read', 3), url: at('create', 1), type: at('read', 3) };
  expect(provenanceOf(stamps)).toEqual([
    { source: 'read', at: 3, observation: 'read-3', fields: ['status', 'type'] },
    { source: 'create', at: 1, observation: 'create-1', fields: ['url'] },
  ]);
  expect(stampsOf(provenanceOf(stamps))).toEqual(stamps);
});
