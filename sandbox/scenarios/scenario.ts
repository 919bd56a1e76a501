import type { CreatePaymentRequest } from '#lib/service/contract/create-payment.ts';
import { createPaymentRequest } from '#lib/service/contract/create-payment.ts';
import type { Amount } from '#lib/values/amount.ts';
import { amount } from '#lib/values/amount.ts';
import type { Faults } from '../faults/faults.ts';
import { readFaultMix } from '../faults/faults.ts';
import { chooseCoin } from '../lifecycle/choose-coin.ts';
import { createPayment } from '../lifecycle/create-payment.ts';
import type { PaymentState } from '../lifecycle/payment-state.ts';
import { Refusal } from '../lifecycle/payment-state.ts';
import type { PayerTransfer } from '../lifecycle/receive-deposit.ts';
import { receiveDeposit } from '../lifecycle/receive-deposit.ts';
import type { WithdrawalRequest } from '../lifecycle/withdraw.ts';
import { startWithdrawal } from '../lifecycle/withdraw.ts';
import type { Business } from '../model/businesses.ts';
import { defaultDisplayCurrency, listPairs } from '../model/businesses.ts';
import { applyRatio, priceScale, trimZeros } from '../model/money.ts';
import { serviceRate } from '../model/rates.ts';
import type { SandboxContext } from '../world.ts';
import { calculateDueTime, readWorldSeconds } from '../world.ts';

/** The records that a scenario has made. */
export type Outcome = { readonly payments: string[]; readonly withdrawals: string[] };

/** The operations of one scenario, and the ids of the records that they made. */
type Stage = ReturnType<typeof createScenarioSteps>;

export type Scenario = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** No deposit is ever confirmed, so no callback reports the payment. */
  readonly neverConfirms?: true;
  readonly run: (stage: Stage) => void;
};

type Pair = { coin: string; network: string };
type PaymentTerms = { readonly euros?: string } & Partial<
  Pick<
    CreatePaymentRequest,
    'clientPaymentId' | 'type' | 'rateType' | 'expirationMinutes' | 'displayCurrency'
  >
>;

export type Payout = { readonly euros?: string } & Partial<
  Pick<WithdrawalRequest, 'withdrawCurrency' | 'network' | 'outcome' | 'broadcastAfterSeconds'>
>;

/** Converts an amount in euros to another currency, rounded as a shop would. */
function worth(euros: string, currency: string, at: number): Amount {
  const scale = priceScale(currency);
  return trimZeros(applyRatio(amount(euros), serviceRate('EUR', currency, at), scale), scale);
}

/**
 * Gives a scenario its business and its operations, all of which a payer or a person could do. Where `paymentState` is
 * set, it takes the place of the first requested payment, with its own terms.
 */
export function createScenarioSteps(
  world: SandboxContext,
  faults: Faults,
  business: Business,
  paymentState: PaymentState | null = null,
) {
  const outcome: Outcome = { payments: [], withdrawals: [] };
  let made = paymentState;
  const pairs = listPairs(business);
  const first = (): Pair => {
    if (pairs[0] === undefined) throw new Refusal('This business takes no coin.');
    return pairs[0];
  };
  return {
    world,
    business,
    outcome,
    /** Returns the first wished pair that the business accepts, or else its first pair. */
    pair: (...wished: readonly string[]): Pair =>
      pairs.find(({ coin, network }) => wished.includes(coin) || wished.includes(`${coin}:${network}`)) ??
      first(),
    takes: (coin: string): boolean => pairs.some((one) => one.coin === coin),
    other: (pair: Pair): Pair => pairs.find(({ coin }) => coin !== pair.coin) ?? first(),
    /** Requests a payment worth this amount of euros, by default in the first currency of the business. */
    ask({ euros = '120.00', ...wish }: PaymentTerms = {}): PaymentState {
      if (made !== null) {
        const state = made;
        made = null;
        outcome.payments.push(state.record.paymentId);
        return state;
      }
      const displayCurrency = wish.displayCurrency ?? defaultDisplayCurrency(business);
      const price = {
        displayCurrency,
        displayAmount: worth(euros, displayCurrency, readWorldSeconds(world)),
      };
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
    pay: (state: PaymentState, sending: PayerTransfer = {}) => receiveDeposit(world, state, sending),
    /** Schedules a payment in this number of seconds, on the sandbox's clock. */
    payLater(state: PaymentState, after: number, sending: PayerTransfer = {}): void {
      const act = JSON.stringify({ paymentId: state.record.paymentId, sending });
      world.store.events.add(calculateDueTime(world, after), 'pay', act);
    },
    withdraw({ euros = '350.00', ...wish }: Payout = {}): void {
      const usual = {
        businessId: business.id,
        withdrawCurrency: 'USDT',
        expectedDisplayAmount: worth(euros, defaultDisplayCurrency(business), readWorldSeconds(world)),
        outcome: 'COMPLETED',
      } as const;
      outcome.withdrawals.push(startWithdrawal(world, { ...usual, ...wish }).id);
    },
    faults: (mix: unknown): void => faults.set(readFaultMix(mix, readWorldSeconds(world))),
  };
}
