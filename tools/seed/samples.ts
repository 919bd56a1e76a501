/**
 * Values for seeded records: every coin on its networks and every currency of the interface, with realistic
 * frequencies. Prices are near those of 2025, but no code depends on them.
 */

type Priced = { readonly weight: number; readonly eur: string; readonly scale: number };

const coins: readonly (Priced & { readonly coin: string; readonly network: string })[] = [
  { coin: 'USDT', network: 'TRX', weight: 26, eur: '0.8621', scale: 6 },
  { coin: 'BTC', network: 'BTC', weight: 18, eur: '92418.37', scale: 8 },
  { coin: 'ETH', network: 'ETH', weight: 12, eur: '2914.26', scale: 18 },
  { coin: 'USDC', network: 'ETH', weight: 7, eur: '0.8621', scale: 6 },
  { coin: 'USDT', network: 'ETH', weight: 6, eur: '0.8621', scale: 6 },
  { coin: 'LTC', network: 'LTC', weight: 6, eur: '84.72', scale: 8 },
  { coin: 'XRP', network: 'XRP', weight: 5, eur: '1.9642', scale: 6 },
  { coin: 'SOL', network: 'SOL', weight: 4, eur: '142.93', scale: 9 },
  { coin: 'BNB', network: 'BSC', weight: 4, eur: '768.41', scale: 18 },
  { coin: 'TRX', network: 'TRX', weight: 3, eur: '0.2641', scale: 6 },
  { coin: 'BCH', network: 'BCH', weight: 2, eur: '438.15', scale: 8 },
  { coin: 'USDT', network: 'BSC', weight: 2, eur: '0.8621', scale: 18 },
  { coin: 'USDC', network: 'SOL', weight: 2, eur: '0.8621', scale: 6 },
  { coin: 'XLM', network: 'XLM', weight: 1, eur: '0.2387', scale: 7 },
  { coin: 'LINK', network: 'ETH', weight: 1, eur: '13.284', scale: 18 },
  { coin: 'ETH', network: 'BSC', weight: 1, eur: '2914.26', scale: 18 },
];

/** Units of the currency for one euro, and its fraction digits. */
const currencies: Readonly<Record<string, readonly [weight: number, perEuro: string, digits: number]>> = {
  EUR: [40, '1', 2],
  USD: [24, '1.16', 2],
  GBP: [10, '0.8763', 2],
  CHF: [4, '0.9314', 2],
  PLN: [3, '4.236', 2],
  BRL: [3, '6.184', 2],
  AED: [1, '4.253', 2],
  ARS: [1, '1612.4', 2],
  AUD: [2, '1.774', 2],
  BDT: [1, '141.2', 2],
  BGN: [1, '1.95583', 2],
  CAD: [2, '1.618', 2],
  CLP: [1, '1092.6', 0],
  CNY: [1, '8.243', 2],
  CZK: [1, '24.31', 2],
  DKK: [1, '7.462', 2],
  HKD: [1, '9.008', 2],
  HRK: [1, '7.5345', 2],
  HUF: [1, '385.2', 2],
  IDR: [1, '19310', 2],
  ILS: [1, '3.783', 2],
  INR: [2, '102.7', 2],
  ISK: [1, '146.8', 0],
  JPY: [2, '179.3', 0],
  KES: [1, '149.6', 2],
  KRW: [1, '1684', 0],
  MXN: [1, '21.29', 2],
  MYR: [1, '4.806', 2],
  NOK: [1, '11.72', 2],
  NZD: [1, '2.043', 2],
  PEN: [1, '3.902', 2],
  PHP: [1, '68.24', 2],
  QAR: [1, '4.217', 2],
  RON: [1, '5.087', 2],
  SEK: [1, '10.97', 2],
  SGD: [1, '1.508', 2],
  THB: [1, '37.61', 2],
  TRY: [1, '49.12', 2],
  VND: [1, '30540', 0],
  ZAR: [1, '19.98', 2],
};

const quoted = (text: string) => `'${text}'`;

/** Repeats each item by its weight, numbered from 0. A number modulo the count selects one. */
function drawn<Item>(
  items: readonly Item[],
  weight: (item: Item) => number,
  row: (item: Item) => string,
): { readonly rows: string; readonly count: number } {
  const rows = items.flatMap((item) => Array.from({ length: weight(item) }, () => row(item)));
  return { rows: rows.map((one, index) => `(${index}, ${one})`).join(', '), count: rows.length };
}

const coinRows = drawn(
  coins,
  ({ weight }) => weight,
  ({ coin, network, eur, scale }) => `${quoted(coin)}, ${quoted(network)}, ${eur}::numeric, ${scale}`,
);
const currencyRows = drawn(
  Object.entries(currencies),
  ([, [weight]]) => weight,
  ([code, [, perEuro, digits]]) => `${quoted(code)}, ${perEuro}::numeric, ${digits}`,
);

export const coinCount = coinRows.count;
export const currencyCount = currencyRows.count;

/** Temporary tables with the values for records. */
export const sampleTables: readonly string[] = [
  `CREATE TEMP TABLE seed_coin AS SELECT * FROM (VALUES ${coinRows.rows}) AS c(i, coin, network, eur, scale)`,
  `CREATE TEMP TABLE seed_currency AS
     SELECT * FROM (VALUES ${currencyRows.rows}) AS c(i, currency, per_euro, digits)`,
  'ANALYZE seed_coin',
  'ANALYZE seed_currency',
];
