import type { BusinessRecord } from '#lib/service/contract/business.ts';
import type { Network } from '#lib/values/currencies.ts';
import { fiatCurrencies } from '#lib/values/currencies.ts';
import { toId } from '#lib/values/ids.ts';
import { unixSeconds } from '#lib/values/unix-seconds.ts';
import { coins } from './coins.ts';

/** A business (§2.7) that always has an id. */
export type Business = BusinessRecord & { id: NonNullable<BusinessRecord['id']> };

const allNetworks: Record<string, Network[]> = Object.fromEntries(
  Object.entries(coins).map(([coin, { chains }]) => [coin, chains.map(({ network }) => network)]),
);

const business = (
  id: string,
  record: Omit<BusinessRecord, 'id' | 'supportedDepositCurrencies'> & {
    supportedDepositCurrenciesWithNetworks: Record<string, string[]>;
  },
): Business => ({
  id: toId(id),
  ...record,
  supportedDepositCurrencies: Object.keys(record.supportedDepositCurrenciesWithNetworks),
});

/** The merchants at the first start. Every field can be changed on the panel. */
export const initialBusinesses: readonly Business[] = [
  business('6f1d8a52-3c0e-4b7a-9d25-1e8c47a0b931', {
    name: 'Nordlicht Outdoor GmbH',
    theme: 'light',
    supportedDepositCurrenciesWithNetworks: {
      USDT: ['TRX', 'ETH', 'BSC'],
      USDC: ['ETH', 'BSC', 'SOL', 'TRX'],
      ...allNetworks,
    },
    supportedDisplayCurrencies: ['EUR', 'USD', 'GBP', 'CHF', 'PLN', 'SEK', 'JPY'],
    settlementCryptoRatio: '0',
    settlementCryptoCurrency: 'USDC',
    settlementFiatCurrency: 'EUR',
    overpaymentPolicy: 'PROCESS',
    refundFollowUpDepositsForOneTimePayments: false,
    userServiceFeeDistributionPercentage: '0',
    createdAt: unixSeconds(1_706_781_600),
  }),
  business('b27c91e4-58d3-4f06-8a1b-73d9e2c4f015', {
    name: 'Copper & Vine Ltd.',
    theme: 'dark',
    supportedDepositCurrenciesWithNetworks: {
      BTC: ['BTC'],
      ETH: ['ETH'],
      USDT: ['ETH', 'TRX'],
      USDC: ['ETH', 'SOL'],
      LTC: ['LTC'],
      XRP: ['XRP'],
    },
    supportedDisplayCurrencies: ['USD', 'GBP', 'EUR'],
    settlementCryptoRatio: '0.35',
    settlementCryptoCurrency: 'BTC',
    settlementFiatCurrency: 'USD',
    overpaymentPolicy: 'EXCESS_REFUND',
    refundFollowUpDepositsForOneTimePayments: true,
    userServiceFeeDistributionPercentage: '50',
    createdAt: unixSeconds(1_721_900_040),
  }),
  business('d04a6e7f-91b8-4c53-b2e6-0a5f8d3c7e48', {
    name: 'Shinonome Online K.K.',
    theme: 'light',
    supportedDepositCurrenciesWithNetworks: {
      BTC: ['BTC'],
      ETH: ['ETH', 'BSC'],
      XRP: ['XRP'],
      USDC: ['SOL'],
      USDT: ['BSC', 'TRX'],
      BCH: ['BCH'],
    },
    supportedDisplayCurrencies: ['JPY', 'KRW', 'USD'],
    settlementCryptoRatio: '1',
    settlementCryptoCurrency: 'USDT',
    settlementFiatCurrency: 'USD',
    overpaymentPolicy: 'PROCESS',
    refundFollowUpDepositsForOneTimePayments: true,
    userServiceFeeDistributionPercentage: '100',
    createdAt: unixSeconds(1_735_693_200),
  }),
  business('3e95c0b1-7d62-4a8f-a417-c6b02f9e51da', {
    name: 'Dar Al Noor Travel LLC',
    theme: 'dark',
    supportedDepositCurrenciesWithNetworks: {
      USDT: ['TRX', 'BSC'],
      XLM: ['XLM'],
      XRP: ['XRP'],
      SOL: ['SOL'],
      BNB: ['BSC'],
      TRX: ['TRX'],
      BTC: ['BTC'],
    },
    supportedDisplayCurrencies: [...fiatCurrencies],
    settlementCryptoRatio: '1',
    settlementCryptoCurrency: 'USDC',
    settlementFiatCurrency: 'USD',
    overpaymentPolicy: 'EXCESS_REFUND',
    refundFollowUpDepositsForOneTimePayments: false,
    userServiceFeeDistributionPercentage: '12.5',
    createdAt: unixSeconds(1_746_432_000),
  }),
];

/** Lists the networks on which a business accepts a coin: its own restriction, or all of the coin's. */
export function listNetworks(record: BusinessRecord, coin: string): readonly string[] {
  const own = record.supportedDepositCurrenciesWithNetworks;
  if (own) return own[coin] ?? [];
  return record.supportedDepositCurrencies?.includes(coin) ? (allNetworks[coin] ?? []) : [];
}

export const acceptsPair = (record: BusinessRecord, coin: string, network: string): boolean =>
  listNetworks(record, coin).includes(network);

/** Lists all pairs of coin and network that a business accepts, in its own order. */
export function listPairs(record: BusinessRecord): { coin: string; network: string }[] {
  const named = Object.keys(record.supportedDepositCurrenciesWithNetworks ?? {});
  const coinCodes = named.length > 0 ? named : (record.supportedDepositCurrencies ?? []);
  return coinCodes.flatMap((coin) => listNetworks(record, coin).map((network) => ({ coin, network })));
}

/** Returns the fiat currency in which deposits are counted where a payment has none (assumption). */
export const defaultDisplayCurrency = (record: BusinessRecord): string =>
  record.supportedDisplayCurrencies?.[0] ?? record.settlementFiatCurrency ?? 'EUR';
