/** §2.1: currencies and networks that the interface names. Lists are open: unknown codes are shown as reported. */
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
  fiatCurrencies.some((currency) => currency === code);
export const isCryptoCurrency = (code: string): code is CryptoCurrency =>
  cryptoCurrencies.some((currency) => currency === code);

const withoutMinorUnits: ReadonlySet<string> = new Set(['CLP', 'ISK', 'JPY', 'KRW', 'VND']);

/** Fraction digits of fiat currencies that differ from ISO 4217, by code. */
export type CurrencyDecimals = Readonly<Record<string, number>>;

/**
 * Returns the fraction digits of a fiat amount by ISO 4217, or by `different`. They round what is shown and limit what
 * is requested. Stored amounts keep all digits.
 */
export const fiatFractionDigits = (code: string, different: CurrencyDecimals = {}): number =>
  different[code] ?? (withoutMinorUnits.has(code) ? 0 : 2);

/** Returns whether addresses of the network are shared by payers and need a tag. */
export const hasDestinationTag = (network: string): boolean => network === 'XRP' || network === 'XLM';

/** §9: coins that are withdrawn on a single network. For the others, the interface is open or names several. */
const soleNetworks: ReadonlyMap<string, Network> = new Map([
  ['BCH', 'BCH'],
  ['BTC', 'BTC'],
  ['LINK', 'ETH'],
  ['LTC', 'LTC'],
  ['XLM', 'XLM'],
  ['XRP', 'XRP'],
]);

/** Returns the network of a withdrawal, if its coin determines it. */
export const findWithdrawalNetwork = (coin: string | null): Network | null =>
  coin === null ? null : (soleNetworks.get(coin) ?? null);
