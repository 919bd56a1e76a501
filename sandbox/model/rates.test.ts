import { describe, expect, test } from 'vitest';
import { amount } from '#lib/values/amount.ts';
import { cryptoCurrencies, fiatCurrencies } from '#lib/values/currencies.ts';
import { applyRatio, isGreater, isLess, ratioOne } from './money.ts';
import { formatRate, marketRate, serviceRate } from './rates.ts';

const at = 1_790_000_000;
const worth = (code: string, moment: number) => applyRatio(amount('1'), marketRate(code, 'EUR', moment), 12);

describe('rates', () => {
  test('exist for every currency of §2.1, and are never 0', () => {
    for (const code of [...fiatCurrencies, ...cryptoCurrencies])
      expect(isGreater(worth(code, at), amount('0'))).toBe(true);
  });

  test('change by at most five percent a day, and equally each time', () => {
    for (const coin of cryptoCurrencies)
      for (let day = 0; day < 120; day += 1) {
        const today = worth(coin, at + day * 86_400);
        const tomorrow = worth(coin, at + (day + 1) * 86_400);
        expect(
          isLess(tomorrow, applyRatio(today, { over: 105n, under: 100n }, 12)),
          `${coin}, day ${day}`,
        ).toBe(true);
        expect(
          isGreater(tomorrow, applyRatio(today, { over: 95n, under: 100n }, 12)),
          `${coin}, day ${day}`,
        ).toBe(true);
      }
    expect(worth('BTC', at)).toBe(worth('BTC', at));
    expect(worth('BTC', at)).not.toBe(worth('BTC', at + 86_400));
  });

  test('§9: price a stable coin 1:1 with its currency, but not on the market', () => {
    expect(serviceRate('USDT', 'USD', at)).toEqual(ratioOne);
    expect(serviceRate('USD', 'USDC', at)).toEqual(ratioOne);
    expect(applyRatio(amount('1000'), marketRate('USDT', 'USD', at), 6)).not.toBe('1000.000000');
    expect(serviceRate('USDT', 'EUR', at)).toEqual(marketRate('USDT', 'EUR', at));
  });

  test('are formatted for reading', () => {
    expect(formatRate({ over: 92_418_370_000n, under: 1_000_000n })).toBe('92418.37');
    expect(formatRate({ over: 1n, under: 30_510n })).toMatch(/^0\.00003277/);
  });
});
