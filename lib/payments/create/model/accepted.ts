import type { AcceptedTerms } from '#lib/businesses/schema.ts';
import type { CryptoCurrency, FiatCurrency, Network } from '#lib/values/currencies.ts';
import { cryptoCurrencies, fiatCurrencies, networks } from '#lib/values/currencies.ts';
import type { CreatePaymentForm } from '../schema/create.ts';

/** What the form offers: what the business's record enables, and everything of the interface where it does not tell. */

const enabled = <Code extends string>(
  all: readonly Code[],
  told: readonly string[] | null,
): readonly Code[] => (told === null ? all : told.flatMap((code) => all.filter((one) => one === code)));

export const offeredFiat = (accepted: AcceptedTerms): readonly FiatCurrency[] =>
  enabled(fiatCurrencies, accepted.displayCurrencies);

export function offeredCoins(accepted: AcceptedTerms): readonly CryptoCurrency[] {
  const coins = enabled(cryptoCurrencies, accepted.depositCurrencies);
  if (accepted.networks === null) return coins;
  const withNetworks = new Set(
    Object.entries(accepted.networks).flatMap(([coin, list]) => (list.length > 0 ? [coin] : [])),
  );
  return coins.filter((coin) => withNetworks.has(coin));
}

export const offeredNetworks = (accepted: AcceptedTerms, coin: string): readonly Network[] =>
  enabled(networks, accepted.networks === null ? null : (accepted.networks[coin] ?? []));

/** Whether the networks of a coin come from the business's record, or are simply all that the interface names. */
export const hasReportedNetworks = (accepted: AcceptedTerms): boolean => accepted.networks !== null;

type Priced = Pick<CreatePaymentForm, 'priceIn' | 'displayCurrency' | 'depositCurrency' | 'network'>;

/** Why the business, as last read, would not take this request. Empty where its record does not tell. */
export function refusalsByBusiness(
  form: Priced,
  accepted: AcceptedTerms,
): { field: string; message: string }[] {
  const has = (codes: readonly string[], code: string) => codes.some((one) => one === code);
  if (form.priceIn === 'fiat') {
    if (has(offeredFiat(accepted), form.displayCurrency)) return [];
    return [{ field: 'displayCurrency', message: `This business does not price in ${form.displayCurrency}` }];
  }
  if (!has(offeredCoins(accepted), form.depositCurrency))
    return [{ field: 'depositCurrency', message: `This business does not accept ${form.depositCurrency}` }];
  if (has(offeredNetworks(accepted, form.depositCurrency), form.network)) return [];
  return [
    {
      field: 'network',
      message: `This business does not accept ${form.depositCurrency} on the ${form.network} network`,
    },
  ];
}
