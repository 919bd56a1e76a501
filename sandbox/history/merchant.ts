import type { Amount } from '#lib/values/amount.ts';
import { amount } from '#lib/values/amount.ts';
import type { Business } from '../model/businesses.ts';
import { applyRatio, priceScale, trimZeros } from '../model/money.ts';
import type { Random } from '../model/random.ts';
import { chooseWeighted, isChosen, pickInteger, pickRandom } from '../model/random.ts';
import { serviceRate } from '../model/rates.ts';

const day = 86_400;

/** Chooses the second of the day at which a customer arrives: few at night, most in the evening. */
function momentOfDay(random: Random): number {
  const hour = chooseWeighted(random, [
    [1, pickInteger(random, 0, 5)],
    [4, pickInteger(random, 6, 10)],
    [8, pickInteger(random, 11, 16)],
    [10, pickInteger(random, 17, 22)],
    [2, 23],
  ]);
  return hour * 3_600 + pickInteger(random, 0, 3_599);
}

/** Chooses sorted times between two seconds: more towards the end, fewer at weekends. */
export function chooseOrderTimes(random: Random, from: number, to: number, count: number): number[] {
  const days = Math.floor((to - from) / day);
  const found: number[] = [];
  while (found.length < count) {
    const place = Math.floor(days * Math.max(random.next(), random.next() * 0.9));
    const morning = from + place * day - (from % day);
    const weekend = [0, 6].includes(new Date(morning * 1000).getUTCDay());
    const at = morning + momentOfDay(random);
    if ((weekend && isChosen(random, 0.4)) || at < from || at >= to) continue;
    found.push(at);
  }
  return found.sort((left, right) => left - right);
}

/** Chooses a price in cents of a euro: usually a basket, sometimes a coffee, rarely a car. */
function drawCents(random: Random): number {
  return chooseWeighted(random, [
    [60, pickInteger(random, 1_490, 18_990)],
    [18, pickInteger(random, 19_000, 89_900)],
    [12, pickInteger(random, 550, 1_490)],
    [5, pickInteger(random, 90_000, 480_000)],
    [1, pickInteger(random, 480_000, 9_800_000)],
    [1, pickInteger(random, 100, 300)],
  ]);
}

/** Chooses a price in that currency, as a shop would set it. */
export function choosePrice(random: Random, currency: string, at: number): Amount {
  const cents = drawCents(random);
  const scale = priceScale(currency);
  const euros = amount(`${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`);
  return trimZeros(applyRatio(euros, serviceRate('EUR', currency, at), scale), scale);
}

const clientIds: readonly (readonly [number, (random: Random, count: number) => string])[] = [
  [120, (_random, count) => `order-2026-${10_000 + count}`],
  [40, (random, count) => `INV/${2_600_000 + count}-${pickInteger(random, 10, 99)}`],
  [20, (random) => `cart_${random.uuid().replaceAll('-', '')}`],
  [4, (_random, count) => `طلب-${count}-الرياض`],
  [3, (_random, count) => `注文 №${count}`],
  [2, (_random, count) => `Bestellung ${count} / Müller & Söhne "Zelt <3 Personen>"`],
  [1, (_random, count) => `${'very-long-reference-'.repeat(11)}${count}`],
  [1, (_random, count) => `=1+${count}`],
];

/** Makes a merchant's order id: usually plain, sometimes with characters that programs mishandle. */
export const createClientId = (random: Random, count: number): string =>
  chooseWeighted(
    random,
    clientIds.map(([weight, make]) => [weight, make] as const),
  )(random, count);

const localesByCurrency: Readonly<Record<string, readonly string[]>> = {
  EUR: ['de-DE', 'de', 'fr-FR', 'en-IE', 'es_ES', 'lt', 'bg'],
  USD: ['en-US', 'en_US', 'es-MX', 'en'],
  JPY: ['ja-JP', 'ja', 'zh-CN'],
  AED: ['ar-AE', 'ar', 'en'],
};

export const chooseLocale = (random: Random, currency: string): string =>
  pickRandom(random, localesByCurrency[currency] ?? ['en', 'en-GB', 'tr-TR', 'pt-BR', 'ru', 'zh']);

/** Chooses a currency: usually the first one of the business. */
export function chooseCurrency(random: Random, business: Business): string {
  const all = business.supportedDisplayCurrencies ?? ['EUR'];
  return isChosen(random, 0.7) ? (all[0] ?? 'EUR') : pickRandom(random, all.slice(0, 8));
}
