import type { AcceptedTerms } from '#lib/businesses/schema.ts';
import { tBatchProblems } from '#lib/messages/payment-batches.ts';
import { compareToMinimum, findMinimum } from '#lib/minimums/model.ts';
import type { Minimum } from '#lib/minimums/schema.ts';
import { listOfferedCoins, listOfferedNetworks } from '#lib/payments/create/model/accepted.ts';
import type { Amount } from '#lib/values/amount.ts';
import { isCryptoCurrency } from '#lib/values/currencies.ts';
import { compareAmounts } from '#lib/values/subtract.ts';

type Price = { readonly amount: Amount; readonly currency: string; readonly network: string };
/** Returns what is wrong with an amount compared with the minimums, or null. */
export type FindMinimumWarning = (price: Price) => string | null;

/** A coin and network with which a price in fiat can be paid, and its minimum. */
type PaymentOption = { readonly coin: string; readonly network: string; readonly minimum: Amount };
/** Options in ascending order of their minimums. */
type Options = { readonly known: readonly PaymentOption[]; readonly hasUnknown: boolean };

function listOptions(accepted: AcceptedTerms, minimums: readonly Minimum[], currency: string): Options {
  const stated = minimums.filter((one) => one.currency === currency);
  const options = listOfferedCoins(accepted).flatMap((coin) =>
    listOfferedNetworks(accepted, coin).map((network) => ({
      coin,
      network,
      minimum: findMinimum(stated, { coin, network, currency }),
    })),
  );
  const known = options.flatMap(({ minimum, ...option }) =>
    minimum === null ? [] : [{ ...option, minimum }],
  );
  return {
    known: known.toSorted((one, other) => compareAmounts(one.minimum, other.minimum)),
    hasUnknown: known.length < options.length,
  };
}

/** Coins that a warning names at most. */
const namedOptions = 3;

function nameOptions(options: readonly PaymentOption[]): string {
  const names = options
    .slice(0, namedOptions)
    .map(({ coin, network }) =>
      coin === network ? coin : tBatchProblems('value.coinOnNetwork', { coin, network }),
    );
  const others = options.length - names.length;
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(
    others === 0 ? names : [...names, tBatchProblems('value.otherOptions', { count: others })],
  );
}

/**
 * Compares prices with the minimums as last read: a coin with its own, a fiat price with those of the coins and networks
 * that the business accepts. A minimum that the service does not report is unknown. The options of a currency are listed
 * once for all rows.
 */
export function createMinimumWarnings(
  accepted: AcceptedTerms,
  minimums: readonly Minimum[] | null,
): FindMinimumWarning {
  if (minimums === null) return () => null;
  const optionsByCurrency = new Map<string, Options>();
  const readOptions = (currency: string): Options => {
    const listed = optionsByCurrency.get(currency) ?? listOptions(accepted, minimums, currency);
    optionsByCurrency.set(currency, listed);
    return listed;
  };
  return ({ amount, currency, network }) => {
    if (isCryptoCurrency(currency)) {
      const minimum = findMinimum(minimums, { coin: currency, network, currency });
      return minimum !== null && compareToMinimum(amount, minimum) === 'too-little'
        ? tBatchProblems('value.belowMinimum', { minimum, currency, network })
        : null;
    }
    const { known, hasUnknown } = readOptions(currency);
    const isBelow = (option: PaymentOption | undefined) =>
      option !== undefined && compareToMinimum(amount, option.minimum) === 'too-little';
    if (!isBelow(known.at(-1))) return null;
    if (!hasUnknown && isBelow(known[0])) return tBatchProblems('value.belowEvery', { currency });
    return tBatchProblems('value.belowSome', { options: nameOptions(known.filter(isBelow).toReversed()) });
  };
}
