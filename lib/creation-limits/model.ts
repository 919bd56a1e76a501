import type { Amount } from '#lib/values/amount.ts';
import { cryptoCurrencies, fiatCurrencies } from '#lib/values/currencies.ts';
import { compareAmounts } from '#lib/values/subtract.ts';

/** Currencies of prices. */
export const limitCurrencies = [...fiatCurrencies, ...cryptoCurrencies] as const;

/** The largest price in a currency that one person may create alone. */
export type CreationLimit = { readonly currency: string; readonly amount: Amount };

/**
 * Returns the limit that a price exceeds, or null. A price is compared in its own currency only: no rate converts it. A
 * currency without a limit has none.
 */
export function findExceededLimit(
  price: { readonly amount: Amount | null; readonly currency: string },
  limits: readonly CreationLimit[],
): CreationLimit | null {
  const limit = limits.find(({ currency }) => currency === price.currency);
  if (limit === undefined || price.amount === null) return null;
  return compareAmounts(price.amount, limit.amount) > 0 ? limit : null;
}

/** An approval counts this long. The database has the same time. */
export const approvalDays = 30;

/** Answers to a proposal, and the stored state for each. */
export const proposalDecisions = ['approve', 'decline', 'withdraw'] as const;
export type ProposalDecision = (typeof proposalDecisions)[number];
export const decisionStates = { approve: 'final', decline: 'declined', withdraw: 'withdrawn' } as const;
