import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BusinessRecord } from '#lib/service/contract/business.ts';
import { createPaymentRequest } from '#lib/service/contract/create-payment.ts';
import { depositCallback } from '#lib/service/contract/deposit-callback.ts';
import type { DepositStatus, PaymentStatus } from '#lib/service/contract/enumerations.ts';
import {
  cryptoCurrencies,
  depositStatuses,
  paymentStatuses,
  withdrawalStatuses,
} from '#lib/service/contract/enumerations.ts';
import { isDocumentedValue } from '#lib/service/contract/fields.ts';
import { withdrawalCallback } from '#lib/service/contract/withdrawal-callback.ts';
import type { Amount } from '#lib/values/amount.ts';
import { amount } from '#lib/values/amount.ts';
import { parseJson } from '#lib/values/lossless-json.ts';
import { toServedRecord } from '../api/served-record.ts';
import { initialBusinesses, listPairs } from '../model/businesses.ts';
import { changeBusiness } from '../model/change-business.ts';
import { coins } from '../model/coins.ts';
import { senders } from '../model/senders.ts';
import { findPaymentFlaws } from '../testing/record-rules.ts';
import type { TestSandbox } from '../testing/test-sandbox.ts';
import { createTestSandbox } from '../testing/test-sandbox.ts';
import { chooseCoin } from './choose-coin.ts';
import { createPayment } from './create-payment.ts';
import { decideReview } from './decide-deposit.ts';
import { Refusal } from './payment-state.ts';
import { receiveDeposit } from './receive-deposit.ts';
import { depositTransitions, paymentTransitions } from './status.ts';
import { startWithdrawal } from './withdraw.ts';

/** An operation on one of the existing payments. Numbers select among them. */
type Act =
  | {
      do: 'create';
      business: number;
      currency: number;
      price: Amount;
      kind: number;
      minutes: number | undefined;
    }
  | { do: 'choose'; payment: number; pair: number }
  | { do: 'pay'; payment: number; coin: number; chain: number; amount: Amount | undefined; sender: number }
  | { do: 'decide'; deposit: number; outcome: 'CONFIRMED' | 'BLOCKED' }
  | { do: 'withdraw'; business: number; coin: number; chain: number; outcome: number; price: Amount }
  | { do: 'change'; business: number; field: number }
  | { do: 'wait'; seconds: number };

const digits = (most: number) =>
  fc
    .tuple(fc.bigInt({ min: 1n, max: 10n ** BigInt(most) }), fc.integer({ min: 0, max: 18 }))
    .map(([units, scale]) => {
      const text = units.toString().padStart(scale + 1, '0');
      return amount(scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`);
    });
const price = fc.oneof(
  fc
    .integer({ min: 1, max: 5_000_000 })
    .map((cents) => amount(`${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`)),
  digits(20),
);
const some = fc.nat({ max: 40 });
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      business: some,
      currency: some,
      price,
      kind: fc.nat({ max: 4 }),
      minutes: fc.option(fc.nat({ max: 120 }), { nil: undefined }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('choose' as const), payment: some, pair: some }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      payment: some,
      coin: fc.oneof(fc.constant(-1), some),
      chain: some,
      amount: fc.option(digits(12), { nil: undefined, freq: 2 }),
      sender: some,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      deposit: some,
      outcome: fc.constantFrom('CONFIRMED' as const, 'BLOCKED' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('withdraw' as const),
      business: some,
      coin: some,
      chain: some,
      outcome: some,
      price,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('change' as const), business: some, field: some }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      seconds: fc.oneof(fc.nat({ max: 5 }), fc.nat({ max: 4_000 }), fc.nat({ max: 200_000 })),
    }),
  },
);

/** Changes to the business while its payments are open. Null removes a field. */
const changesOfBusiness: readonly Partial<BusinessRecord>[] = [
  { overpaymentPolicy: 'EXCESS_REFUND' },
  { overpaymentPolicy: null },
  { refundFollowUpDepositsForOneTimePayments: true },
  { refundFollowUpDepositsForOneTimePayments: null },
  { userServiceFeeDistributionPercentage: '33.333' },
  { userServiceFeeDistributionPercentage: null },
  { settlementCryptoRatio: '0.5', settlementCryptoCurrency: 'BTC' },
  { settlementCryptoRatio: null, settlementFiatCurrency: null },
  { supportedDisplayCurrencies: null },
  { supportedDisplayCurrencies: ['JPY', 'VND'] },
  { supportedDepositCurrenciesWithNetworks: { BTC: ['BTC'], XRP: ['XRP'] } },
  { supportedDepositCurrenciesWithNetworks: null },
  { supportedDepositCurrenciesWithNetworks: {}, supportedDepositCurrencies: null },
];

const at = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)];

function perform({ world, store, pass }: TestSandbox, ids: string[], one: Act): void {
  const businesses = store.businesses.all();
  const payment = (index: number) => store.payments.find(at(ids, index) ?? '');
  switch (one.do) {
    case 'create': {
      const business = at(businesses, one.business);
      if (business === undefined) return;
      const pair = at(listPairs(business), one.currency);
      const inCoin = one.kind === 4 && pair !== undefined;
      const parsed = createPaymentRequest.safeParse({
        clientPaymentId: `random-${ids.length}`,
        businessId: business.id,
        locale: 'en',
        ...(inCoin
          ? { depositCurrency: pair.coin, network: pair.network, depositAmount: one.price }
          : {
              displayCurrency: at(business.supportedDisplayCurrencies ?? [], one.currency),
              displayAmount: one.price,
            }),
        ...(one.kind === 1 ? { type: 'REUSABLE' } : { expirationMinutes: one.minutes }),
        ...(one.kind === 2 && { rateType: 'FLOATING' }),
      });
      if (parsed.success) ids.push(createPayment(world, parsed.data).record.paymentId);
      return;
    }
    case 'choose': {
      const state = payment(one.payment);
      const business = state && store.businesses.find(state.record.businessId);
      const pair = business && at(listPairs(business), one.pair);
      if (state && pair) chooseCoin(world, state, pair.coin, pair.network);
      return;
    }
    case 'pay': {
      const state = payment(one.payment);
      if (!state) return;
      const coin = one.coin < 0 ? undefined : at(cryptoCurrencies, one.coin);
      const network = coin && at(coins[coin].chains, one.chain)?.network;
      const sender = at(senders, one.sender)?.name;
      receiveDeposit(world, state, {
        ...(coin && { depositCurrency: coin }),
        ...(network && { network }),
        ...(one.amount && { amount: one.amount }),
        ...(sender && { sender }),
      });
      return;
    }
    case 'decide': {
      const held = ids.flatMap((id) => {
        const state = store.payments.find(id);
        return (state?.record.deposits ?? [])
          .filter(({ status }) => status === 'COMPLIANCE_REVIEW')
          .map((deposit) => ({ state, id: deposit.id }));
      });
      const chosen = at(held, one.deposit);
      if (chosen?.state) decideReview(world, chosen.state, chosen.id, one.outcome);
      return;
    }
    case 'withdraw': {
      const business = at(businesses, one.business);
      const [coin, { chains }] = at(Object.entries(coins), one.coin) ?? ['BTC', { chains: [] }];
      const network = at(chains, one.chain)?.network;
      if (!business || !network) return;
      const outcome = at(withdrawalStatuses, one.outcome) ?? 'COMPLETED';
      startWithdrawal(world, {
        businessId: business.id,
        withdrawCurrency: coin,
        network,
        expectedDisplayAmount: one.price,
        outcome,
      });
      return;
    }
    case 'change': {
      const business = at(businesses, one.business);
      const patch = at(changesOfBusiness, one.field);
      if (business && patch) changeBusiness(store, business, patch);
      return;
    }
    case 'wait':
      pass(one.seconds);
  }
}

/**
 * Refused operations and amounts that are too large change nothing. Any other error is a bug, and so is every
 * refusal during scheduled events.
 */
function attempt(small: TestSandbox, ids: string[], one: Act): void {
  try {
    small.store.transaction(() => perform(small, ids, one));
  } catch (error) {
    if (one.do === 'wait' || !(error instanceof Refusal || error instanceof RangeError)) throw error;
  }
}

type Seen = Map<string, string>;

function checkTransition(seen: Seen, id: string, next: string, allowed: readonly string[] | undefined): void {
  const before = seen.get(id);
  if (before !== undefined && before !== next) expect(allowed, `${before} → ${next}`).toContain(next);
  seen.set(id, next);
}

function checkAll({ store }: TestSandbox, ids: readonly string[], seen: Seen): void {
  for (const id of ids) {
    const state = store.payments.find(id);
    if (state === null) continue;
    expect(findPaymentFlaws(toServedRecord(state))).toEqual([]);
    const before = seen.get(id);
    const known =
      before !== undefined && isDocumentedValue<PaymentStatus>(paymentStatuses, before)
        ? paymentTransitions[before]
        : undefined;
    checkTransition(seen, id, state.record.status, known);
    for (const deposit of state.record.deposits) {
      const was = seen.get(deposit.id);
      const next =
        was !== undefined && isDocumentedValue<DepositStatus>(depositStatuses, was)
          ? depositTransitions[was]
          : undefined;
      checkTransition(seen, deposit.id, deposit.status, next);
    }
  }
}

function checkCallbacks({ announced, store }: TestSandbox): void {
  for (const { kind, body } of announced) {
    const { value, flaws } = parseJson(body);
    expect(flaws).toEqual([]);
    if (kind === 'withdrawal') withdrawalCallback.parse(value);
    if (kind !== 'deposit-received') continue;
    const callback = depositCallback.parse(value);
    const state = store.payments.findByDeposit(callback.depositId);
    const deposit = state?.record.deposits.find(({ id }) => id === callback.depositId);
    expect(deposit).toMatchObject({
      status: 'CONFIRMED',
      depositAmount: callback.actualDepositAmount,
      displayAmount: callback.actualDisplayAmount,
      toAddress: callback.depositAddress,
    });
  }
}

describe('random lives', () => {
  test('follow the interface and the table of transitions', () => {
    fc.assert(
      fc.property(fc.array(act, { minLength: 5, maxLength: 40 }), fc.nat(), (acts, seed) => {
        const small = createTestSandbox(seed);
        const ids: string[] = [];
        const seen: Seen = new Map();
        try {
          for (const one of acts) {
            attempt(small, ids, one);
            checkAll(small, ids, seen);
          }
          small.pass(400_000);
          checkAll(small, ids, seen);
          checkCallbacks(small);
        } finally {
          small.store.close();
        }
      }),
      { numRuns: Number(process.env['FC_RUNS'] ?? 150) },
    );
  });

  test('every business has a coin, a currency and an id', () => {
    for (const business of initialBusinesses) {
      expect(listPairs(business).length).toBeGreaterThan(5);
      expect(business.supportedDisplayCurrencies?.length).toBeGreaterThan(2);
    }
  });
});
