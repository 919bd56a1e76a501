import * as z from 'zod';
import type { BusinessId } from '#lib/values/ids.ts';
import { cryptoCurrencies, fiatCurrencies, networks, overpaymentPolicies } from './enumerations.ts';
import { asReceivedField, openEnum, secondsField, textField, uuidField } from './fields.ts';

/** The business record (§2.7). The interface doesn’t say which fields are required, so each can be absent. */
export const businessRecord = z.object({
  id: uuidField<BusinessId>().nullish(),
  name: textField.nullish(),
  depositReceivedCallbackUrl: textField.nullish(),
  depositExchangedCallbackUrl: textField.nullish(),
  withdrawalCallbackUrl: textField.nullish(),
  theme: textField.nullish(),
  supportedDepositCurrencies: z.array(openEnum(cryptoCurrencies)).nullish(),
  supportedDepositCurrenciesWithNetworks: z.record(textField, z.array(openEnum(networks))).nullish(),
  supportedDisplayCurrencies: z.array(openEnum(fiatCurrencies)).nullish(),
  settlementCryptoRatio: asReceivedField.nullish(),
  settlementCryptoCurrency: textField.nullish(),
  settlementFiatCurrency: textField.nullish(),
  overpaymentPolicy: openEnum(overpaymentPolicies).nullish(),
  refundFollowUpDepositsForOneTimePayments: z.boolean().nullish(),
  userServiceFeeDistributionPercentage: asReceivedField.nullish(),
  createdAt: secondsField.nullish(),
});
export type BusinessRecord = z.output<typeof businessRecord>;
