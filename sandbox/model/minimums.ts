import type { Amount } from '#lib/values/amount.ts';
import { compareAmounts } from '#lib/values/subtract.ts';
import { coins } from './coins.ts';
import { applyRatio, priceScale, trimZeros } from './money.ts';
import { serviceRate } from './rates.ts';

/** The display currencies of the operation. The interface doesn't show them, so they are an assumption. */
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
 * Returns coin → network → currency → smallest deposit (§2.8). The amount in the coin is fixed, the others use the
 * rate of the day. Seconds on the sandbox's clock.
 */
export function listMinimums(at: number): Record<string, Record<string, Record<string, Amount>>> {
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
              const least = applyRatio(minimum, serviceRate(coin, currency, morning), priceScale(currency));
              return [currency, trimZeros(least, priceScale(currency))] as const;
            }),
          ]),
        ]),
      ),
    ]),
  );
}

/** Returns true where an amount of a coin is below the smallest deposit of its network. */
export const isBelowMinimum = (amount: Amount, minimum: Amount): boolean =>
  compareAmounts(amount, minimum) < 0;
