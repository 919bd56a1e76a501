import type { AcceptedTerms } from '#lib/businesses/schema.ts';
import { tAcceptedTerms } from '#lib/messages/new-payment.ts';
import type { CryptoCurrency, FiatCurrency, Network } from '#lib/values/currencies.ts';
import { cryptoCurrencies, fiatCurrencies, networks } from '#lib/values/currencies.ts';
import type { CreatePaymentForm } from '../schema/create.ts';

/** Choices of the form: the ones that the business's record enables, or all of the interface when it reports none. */

const enabled = <Code extends string>(
  all: readonly Code[],
  reported: readonly string[] | null,
): readonly Code[] =>
  reported === null ? all : reported.flatMap((code) => all.filter((one) => one === code));

export const listOfferedFiat = (accepted: AcceptedTerms): readonly FiatCurrency[] =>
  enabled(fiatCurrencies, accepted.displayCurrencies);

export function listOfferedCoins(accepted: AcceptedTerms): readonly CryptoCurrency[] {
  const coins = enabled(cryptoCurrencies, accepted.depositCurrencies);
  if (accepted.networks === null) return coins;
  const withNetworks = new Set(
    Object.entries(accepted.networks).flatMap(([coin, list]) => (list.length > 0 ? [coin] : [])),
  );
  return coins.filter((coin) => withNetworks.has(coin));
}

export const listOfferedNetworks = (accepted: AcceptedTerms, coin: string): readonly Network[] =>
  enabled(networks, accepted.networks === null ? null : (accepted.networks[coin] ?? []));

const without = <Code extends string>(all: readonly Code[], offered: readonly Code[]): readonly Code[] =>
  all.filter((code) => !offered.includes(code));

/** Lists the display currencies of the interface that the business has not enabled. */
export const listDisabledFiat = (accepted: AcceptedTerms): readonly FiatCurrency[] =>
  without(fiatCurrencies, listOfferedFiat(accepted));

/** Lists the coins of the interface that the business has not enabled. */
export const listDisabledCoins = (accepted: AcceptedTerms): readonly CryptoCurrency[] =>
  without(cryptoCurrencies, listOfferedCoins(accepted));

/** Lists the networks on which the service has a minimum for the coin, and which the business has not enabled. */
export const listDisabledNetworks = (
  accepted: AcceptedTerms,
  coin: string,
  minimums: readonly { readonly coin: string; readonly network: string }[],
): readonly Network[] => {
  const reported = minimums.flatMap((minimum) => (minimum.coin === coin ? minimum.network : []));
  return without(enabled(networks, [...new Set(reported)]), listOfferedNetworks(accepted, coin));
};

/** Returns true when the business's record reports networks; otherwise the form offers all networks of the interface. */
export const hasReportedNetworks = (accepted: AcceptedTerms): boolean => accepted.networks !== null;

type Priced = Pick<CreatePaymentForm, 'priceIn'> & {
  readonly displayCurrency: string;
  readonly depositCurrency: string;
  readonly network: string;
};

/** Lists the reasons why the business, as last read, would refuse the request. Empty when its record reports nothing. */
export function findBusinessRefusals(
  form: Priced,
  accepted: AcceptedTerms,
): { field: string; message: string }[] {
  const has = (codes: readonly string[], code: string) => codes.some((one) => one === code);
  if (form.priceIn === 'fiat') {
    if (has(listOfferedFiat(accepted), form.displayCurrency)) return [];
    return [
      {
        field: 'displayCurrency',
        message: tAcceptedTerms('noFiat', { currency: form.displayCurrency }),
      },
    ];
  }
  if (!has(listOfferedCoins(accepted), form.depositCurrency))
    return [
      {
        field: 'depositCurrency',
        message: tAcceptedTerms('noCoin', { currency: form.depositCurrency }),
      },
    ];
  if (has(listOfferedNetworks(accepted, form.depositCurrency), form.network)) return [];
  return [
    {
      field: 'network',
      message: tAcceptedTerms('noNetwork', { currency: form.depositCurrency, network: form.network }),
    },
  ];
}
