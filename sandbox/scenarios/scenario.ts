import type { CreatePaymentRequest } from '#lib/service/contract/create-payment.ts';
import { createPaymentRequest } from '#lib/service/contract/create-payment.ts';
import type { Amount } from '#lib/values/amount.ts';
import { amount } from '#lib/values/amount.ts';
import type { Faults } from '../faults/faults.ts';
import { readMix } from '../faults/faults.ts';
import { chooseCoin } from '../lifecycle/choose-coin.ts';
import { createPayment } from '../lifecycle/create-payment.ts';
import type { PaymentState } from '../lifecycle/payment-state.ts';
import { Refusal } from '../lifecycle/payment-state.ts';
import type { Sending } from '../lifecycle/receive-deposit.ts';
import { receiveDeposit } from '../lifecycle/receive-deposit.ts';
import type { WithdrawalWish } from '../lifecycle/withdraw.ts';
import { startWithdrawal } from '../lifecycle/withdraw.ts';
import type { Business } from '../model/businesses.ts';
import { listPairs, usualDisplayCurrency } from '../model/businesses.ts';
import { multiplyRatio, priceScale, tidy } from '../model/money.ts';
import { serviceRate } from '../model/rates.ts';
import type { World } from '../world.ts';
import { later, seconds } from '../world.ts';

/** What a scenario has set going. */
export type Outcome = { readonly payments: string[]; readonly withdrawals: string[] };

/** The stage of one scenario: short verbs, and a note of what they made. */
type Stage = ReturnType<typeof setStage>;

export type Scenario = {
  readonly name: string;
  readonly title: string;
  readonly tells: string;
  readonly run: (stage: Stage) => void;
};

type Pair = { coin: string; network: string };
type Asking = { readonly euros?: string } & Partial<
  Pick<
    CreatePaymentRequest,
    'clientPaymentId' | 'type' | 'rateType' | 'expirationMinutes' | 'displayCurrency'
  >
>;

export type Payout = { readonly euros?: string } & Partial<
  Pick<WithdrawalWish, 'withdrawCurrency' | 'network' | 'outcome' | 'broadcastAfterSeconds'>
>;

/** So many euros in another currency, as a shop would write them. */
function worth(euros: string, currency: string, at: number): Amount {
  const scale = priceScale(currency);
  return tidy(multiplyRatio(amount(euros), serviceRate('EUR', currency, at), scale), scale);
}

/**
 * Gives a scenario its business and its verbs. Nothing here can do what a payer or a person could not. A payment that
 * is `given` is the first one asked for, on its own terms.
 */
export function setStage(
  world: World,
  faults: Faults,
  business: Business,
  given: PaymentState | null = null,
) {
  const outcome: Outcome = { payments: [], withdrawals: [] };
  let made = given;
  const pairs = listPairs(business);
  const first = (): Pair => {
    if (pairs[0] === undefined) throw new Refusal('This business takes no coin.');
    return pairs[0];
  };
  return {
    world,
    business,
    outcome,
    /** The first pair that the business takes, of those that are wished for, or its first of all. */
    pair: (...wished: readonly string[]): Pair =>
      pairs.find(({ coin, network }) => wished.includes(coin) || wished.includes(`${coin}:${network}`)) ??
      first(),
    takes: (coin: string): boolean => pairs.some((one) => one.coin === coin),
    other: (than: Pair): Pair => pairs.find(({ coin }) => coin !== than.coin) ?? first(),
    /** A payment of so many euros' worth in the business's first currency, unless asked otherwise. */
    ask({ euros = '120.00', ...wish }: Asking = {}): PaymentState {
      if (made !== null) {
        const state = made;
        made = null;
        outcome.payments.push(state.record.paymentId);
        return state;
      }
      const displayCurrency = wish.displayCurrency ?? usualDisplayCurrency(business);
      const price = { displayCurrency, displayAmount: worth(euros, displayCurrency, seconds(world)) };
      const request = createPaymentRequest.parse({
        clientPaymentId: `rehearsal-${world.random.uuid().slice(0, 8)}`,
        businessId: business.id,
        locale: 'en',
        type: 'ONE_TIME',
        ...price,
        ...wish,
      });
      const state = createPayment(world, request);
      outcome.payments.push(state.record.paymentId);
      return state;
    },
    choose: (state: PaymentState, { coin, network }: Pair) => chooseCoin(world, state, coin, network),
    pay: (state: PaymentState, sending: Sending = {}) => receiveDeposit(world, state, sending),
    /** The payer pays that many seconds from now, on the sandbox's clock. */
    payLater(state: PaymentState, after: number, sending: Sending = {}): void {
      const act = JSON.stringify({ paymentId: state.record.paymentId, sending });
      world.store.events.add(later(world, after), 'pay', act);
    },
    withdraw({ euros = '350.00', ...wish }: Payout = {}): void {
      const usual = {
        businessId: business.id,
        withdrawCurrency: 'USDT',
        expectedDisplayAmount: worth(euros, usualDisplayCurrency(business), seconds(world)),
        outcome: 'COMPLETED',
      } as const;
      outcome.withdrawals.push(startWithdrawal(world, { ...usual, ...wish }).id);
    },
    faults: (mix: unknown): void => faults.set(readMix(mix, seconds(world))),
  };
}
