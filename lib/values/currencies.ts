/** §2.1: the currencies and networks that the interface names. Lists are open: unknown codes are shown as they came. */
export const fiatCurrencies = [
  'AED',
  'ARS',
  'AUD',
  'BDT',
  'BGN',
  'BRL',
  'CAD',
  'CHF',
  'CLP',
  'CNY',
  'CZK',
  'DKK',
  'EUR',
  'GBP',
  'HKD',
  'HRK',
  'HUF',
  'IDR',
  'ILS',
  'INR',
  'ISK',
  'JPY',
  'KES',
  'KRW',
  'MXN',
  'MYR',
  'NOK',
  'NZD',
  'PEN',
  'PHP',
  'PLN',
  'QAR',
  'RON',
  'SEK',
  'SGD',
  'THB',
  'TRY',
  'USD',
  'VND',
  'ZAR',
] as const;
export const cryptoCurrencies = [
  'BCH',
  'BNB',
  'BTC',
  'ETH',
  'LINK',
  'LTC',
  'SOL',
  'TRX',
  'USDC',
  'USDT',
  'XLM',
  'XRP',
] as const;
export const networks = ['BCH', 'BTC', 'LTC', 'XLM', 'XRP', 'ETH', 'BSC', 'SOL', 'TRX'] as const;
export const settlementCurrencies = ['BTC', 'USDC', 'USDT', 'EUR', 'GBP', 'USD'] as const;

export type FiatCurrency = (typeof fiatCurrencies)[number];
export type CryptoCurrency = (typeof cryptoCurrencies)[number];
export type Network = (typeof networks)[number];

export const isFiatCurrency = (code: string): code is FiatCurrency =>
  fiatCurrencies.some((known) => known === code);
export const isCryptoCurrency = (code: string): code is CryptoCurrency =>
  cryptoCurrencies.some((known) => known === code);

const withoutMinorUnits: ReadonlySet<string> = new Set(['CLP', 'ISK', 'JPY', 'KRW', 'VND']);

/** Fraction digits in which a fiat amount is usually written. For display only, never for storing. */
export const fiatFractionDigits = (code: string): number => (withoutMinorUnits.has(code) ? 0 : 2);

/** Networks whose addresses are shared by many payers, told apart by a tag. */
export const networkUsesTag = (network: string): boolean => network === 'XRP' || network === 'XLM';

/** §9: coins that are withdrawn on one network alone. The others are on several, or the interface does not say. */
const soleNetworks: ReadonlyMap<string, Network> = new Map([
  ['BCH', 'BCH'],
  ['BTC', 'BTC'],
  ['LINK', 'ETH'],
  ['LTC', 'LTC'],
  ['XLM', 'XLM'],
  ['XRP', 'XRP'],
]);

/** The network on which a withdrawal of the coin went out, where its coin alone tells. */
export const networkOfWithdrawn = (coin: string | null): Network | null =>
  coin === null ? null : (soleNetworks.get(coin) ?? null);
