import type { Amount } from '#lib/values/amount.ts';
import { compareAmounts } from '#lib/values/arithmetic.ts';
import { coins } from './coins.ts';
import { multiplyRatio, priceScale, tidy } from './money.ts';
import { serviceRate } from './rates.ts';

/** Which display currencies the operation answers with is not shown: these are an assumption. */
const displayCurrencies = [
  'EUR',
  'USD',
  'GBP',
  'CHF',
  'JPY',
  'KRW',
  'PLN',
  'SEK',
  'AED',
  'TRY',
  'BRL',
  'CAD',
] as const;

const day = 86_400;

/**
 * §2.8: coin → network → currency → least deposit. The coin's own figure is fixed, the others follow the rate of
 * the day. Seconds on the sandbox's clock.
 */
export function minimumsAt(at: number): Record<string, Record<string, Record<string, Amount>>> {
  const morning = at - (at % day);
  return Object.fromEntries(
    Object.entries(coins).map(([coin, { chains }]) => [
      coin,
      Object.fromEntries(
        chains.map(({ network, minimum }) => [
          network,
          Object.fromEntries([
            [coin, minimum],
            ...displayCurrencies.map((currency) => {
              const least = multiplyRatio(
                minimum,
                serviceRate(coin, currency, morning),
                priceScale(currency),
              );
              return [currency, tidy(least, priceScale(currency))] as const;
            }),
          ]),
        ]),
      ),
    ]),
  );
}

/** Whether an amount of a coin is under the least deposit of its network. */
export const isBelowMinimum = (amount: Amount, minimum: Amount): boolean =>
  compareAmounts(amount, minimum) < 0;
