import { paymentTypes, rateTypes, redirectModes } from '#lib/service/contract/enumerations.ts';
import { cryptoCurrencies, fiatCurrencies, networks } from '#lib/values/currencies.ts';

/** Minutes that are offered at a press; `0` is the interface's word for 7 days, `custom` takes `expiresMinutes`. */
export const expiryPresets = ['30', '60', '1440', '0', 'custom'] as const;

export const priceKinds = ['fiat', 'crypto'] as const;

/** What the form's fields with a choice can hold. The empty text stands for "nothing chosen yet". */
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
