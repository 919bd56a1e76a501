import type { Amount } from '#lib/values/amount.ts';
import { findBusiness } from '../lifecycle/business-of.ts';
import type { PaymentState } from '../lifecycle/payment-state.ts';
import { quoteFor, rateSecond } from '../lifecycle/quote.ts';
import { listPairs } from '../model/businesses.ts';
import { findChain } from '../model/coins.ts';
import { isBelowMinimum } from '../model/minimums.ts';
import type { World } from '../world.ts';
import { seconds } from '../world.ts';

/** A way to pay: a coin on a network, with what it would cost. `amount` null: too large to be paid so. */
export type Offer = {
  readonly coin: string;
  readonly network: string;
  readonly amount: Amount | null;
  readonly minimum: Amount;
  readonly belowMinimum: boolean;
};

/** What the payment costs in that coin now, or null where the amount is beyond what can be paid. */
export function priceIn(state: PaymentState, coin: string, network: string, now: number): Amount | null {
  try {
    return quoteFor(state, coin, network, rateSecond(state, now)).amount;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** All that the business allows for this payment. */
export function offersFor(world: World, state: PaymentState): Offer[] {
  const now = seconds(world);
  return listPairs(findBusiness(world, state)).flatMap(({ coin, network }) => {
    const chain = findChain(coin, network);
    if (chain === null) return [];
    const amount = priceIn(state, coin, network, now);
    const belowMinimum = amount !== null && isBelowMinimum(amount, chain.minimum);
    return [{ coin, network, amount, minimum: chain.minimum, belowMinimum }];
  });
}
