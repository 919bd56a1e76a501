import { paymentTypes, rateTypes, redirectModes } from '#lib/service/contract/enumerations.ts';
import { cryptoCurrencies, fiatCurrencies, networks } from '#lib/values/currencies.ts';

/** Expiry choices in minutes. `0` means 7 days to the service; `custom` uses `expiresMinutes`. */
export const expiryPresets = ['30', '60', '1440', '0', 'custom'] as const;

export const priceKinds = ['fiat', 'crypto'] as const;

/** Valid values of the form's choice fields. Empty text means no choice yet. */
export const formChoices: Readonly<Record<string, readonly string[]>> = {
  priceIn: priceKinds,
  displayCurrency: [...fiatCurrencies, ''],
  depositCurrency: [...cryptoCurrencies, ''],
  network: [...networks, ''],
  type: paymentTypes,
  rateType: rateTypes,
  expires: expiryPresets,
  redirectMode: redirectModes,
};
