import type { Amount } from '#lib/values/amount.ts';
import { amount } from '#lib/values/amount.ts';
import type { CryptoCurrency, FiatCurrency } from '#lib/values/currencies.ts';
import { isCryptoCurrency, isFiatCurrency } from '#lib/values/currencies.ts';
import { backingCurrencies } from './coins.ts';
import type { Ratio } from './money.ts';
import { applyRatio, invertRatio, multiplyRatios, ratioOne, trimZeros } from './money.ts';

/**
 * Slow, deterministic exchange rates: they depend only on the sandbox's clock and use whole numbers. Invented, near
 * the values of 2025.
 */

/** EUR for one coin, in millionths. Stablecoins follow the dollar instead. */
const coinPrices: Readonly<Record<Exclude<CryptoCurrency, 'USDT' | 'USDC'>, bigint>> = {
  BTC: 92_418_370_000n,
  ETH: 2_914_260_000n,
  BNB: 768_410_000n,
  BCH: 438_150_000n,
  LTC: 84_720_000n,
  SOL: 142_930_000n,
  LINK: 13_284_000n,
  TRX: 264_100n,
  XLM: 238_700n,
  XRP: 1_964_200n,
};

/** Units of a currency for one euro, in millionths. */
const fiatPerEuro: Readonly<Record<FiatCurrency, bigint>> = {
  AED: 4_253_000n,
  ARS: 1_612_400_000n,
  AUD: 1_774_000n,
  BDT: 141_200_000n,
  BGN: 1_955_830n,
  BRL: 6_184_000n,
  CAD: 1_618_000n,
  CHF: 931_400n,
  CLP: 1_092_600_000n,
  CNY: 8_243_000n,
  CZK: 24_310_000n,
  DKK: 7_462_000n,
  EUR: 1_000_000n,
  GBP: 876_300n,
  HKD: 9_008_000n,
  HRK: 7_534_500n,
  HUF: 385_200_000n,
  IDR: 19_310_000_000n,
  ILS: 3_783_000n,
  INR: 102_700_000n,
  ISK: 146_800_000n,
  JPY: 179_300_000n,
  KES: 149_600_000n,
  KRW: 1_684_000_000n,
  MXN: 21_290_000n,
  MYR: 4_806_000n,
  NOK: 11_720_000n,
  NZD: 2_043_000n,
  PEN: 3_902_000n,
  PHP: 68_240_000n,
  PLN: 4_236_000n,
  QAR: 4_216_000n,
  RON: 5_087_000n,
  SEK: 10_986_000n,
  SGD: 1_508_000n,
  THB: 37_550_000n,
  TRY: 48_910_000n,
  USD: 1_158_100n,
  VND: 30_510_000_000n,
  ZAR: 20_070_000n,
};

const million = 1_000_000n;
const day = 86_400;

/** A triangle wave between -1000 and 1000, in whole numbers. */
function triangle(at: number, period: number): bigint {
  const halfPeriod = Math.floor(period / 2);
  const place = at % period;
  const height = place < halfPeriod ? place : period - place;
  return BigInt(Math.floor((height * 2000) / halfPeriod) - 1000);
}

/** Returns the deviation of a rate from its base at that second, in millionths. */
function drift(code: string, at: number, swing: bigint): bigint {
  const phase =
    [...code].reduce((total, letter) => total * 31 + (letter.codePointAt(0) ?? 0), 7) % (90 * day);
  const slow = triangle(at + phase, 31 * day) * 10n;
  const middle = triangle(at + phase, 5 * day) * 4n;
  const quick = triangle(at + phase, 7 * 3_600);
  return ((slow + middle + quick) * swing) / 15n;
}

/**
 * Returns the market value of one unit in EUR at that second.
 *
 * @throws for an unknown code
 */
function euroValue(code: string, at: number): Ratio {
  if (code === 'EUR') return ratioOne;
  if (isFiatCurrency(code)) {
    const perEuro = (fiatPerEuro[code] * (million + drift(code, at, 6n))) / million;
    return { over: million, under: perEuro };
  }
  const backingCurrency = backingCurrencies[code];
  if (backingCurrency !== undefined)
    return multiplyRatios(euroValue(backingCurrency, at), {
      over: million + drift(code, at, 1n) - 400n,
      under: million,
    });
  if (!isCryptoCurrency(code) || code === 'USDT' || code === 'USDC') throw new Error(`no rate for ${code}`);
  return { over: coinPrices[code] * (million + drift(code, at, 45n)), under: million * million };
}

const matched = (from: string, to: string): boolean =>
  backingCurrencies[from] === to || backingCurrencies[to] === from;

/** Returns the market rate from `from` to `to`. Seconds on the sandbox's clock. */
export const marketRate = (from: string, to: string, at: number): Ratio =>
  from === to ? ratioOne : multiplyRatios(euroValue(from, at), invertRatio(euroValue(to, at)));

/** Like {@link marketRate}, but a stablecoin and its fiat currency are converted exactly 1:1 (§9). */
export const serviceRate = (from: string, to: string, at: number): Ratio =>
  matched(from, to) ? ratioOne : marketRate(from, to, at);

/** Formats a rate in plain digits, with about six significant digits. */
export function formatRate(rate: Ratio): Amount {
  const whole = (rate.over / rate.under).toString().length;
  const small =
    rate.over < rate.under ? (rate.under / (rate.over === 0n ? 1n : rate.over)).toString().length : 0;
  return trimZeros(applyRatio(amount('1'), rate, Math.max(2, small > 0 ? small + 5 : 6 - whole)));
}
