import type { Amount } from '#lib/values/amount.ts';
import { findBusiness } from '../lifecycle/find-business.ts';
import type { PaymentState } from '../lifecycle/payment-state.ts';
import { chooseRateSecond, createQuote } from '../lifecycle/quote.ts';
import { listPairs } from '../model/businesses.ts';
import { findChain } from '../model/coins.ts';
import { isBelowMinimum } from '../model/minimums.ts';
import type { SandboxContext } from '../world.ts';
import { readWorldSeconds } from '../world.ts';

/** A coin on a network, with the price of the payment in it. `amount` is null where it is too large. */
export type Offer = {
  readonly coin: string;
  readonly network: string;
  readonly amount: Amount | null;
  readonly minimum: Amount;
  readonly belowMinimum: boolean;
};

/** Returns the current price of the payment in this coin, or null where the amount is too large to be paid. */
export function quotePrice(state: PaymentState, coin: string, network: string, now: number): Amount | null {
  try {
    return createQuote(state, coin, network, chooseRateSecond(state, now)).amount;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Lists the coins and networks that the business accepts for this payment. */
export function listOffers(world: SandboxContext, state: PaymentState): Offer[] {
  const now = readWorldSeconds(world);
  return listPairs(findBusiness(world, state)).flatMap(({ coin, network }) => {
    const chain = findChain(coin, network);
    if (chain === null) return [];
    const amount = quotePrice(state, coin, network, now);
    const belowMinimum = amount !== null && isBelowMinimum(amount, chain.minimum);
    return [{ coin, network, amount, minimum: chain.minimum, belowMinimum }];
  });
}
