import * as z from 'zod';
import {
  cryptoCurrencies,
  fiatCurrencies,
  networks,
  refundReasons,
  refundStatuses,
  refundTypes,
} from './enumerations.ts';
import { amountField, keyField, openEnum, secondsField } from './fields.ts';

/** The refund of a deposit (§2.6). It has no ID and no creation time, and a deposit has at most one. */
export const refundRecord = z.object({
  type: openEnum(refundTypes),
  status: openEnum(refundStatuses),
  reason: openEnum(refundReasons),
  depositCurrency: openEnum(cryptoCurrencies),
  network: openEnum(networks),
  amount: amountField,
  fee: amountField.nullish(),
  displayCurrency: openEnum(fiatCurrencies),
  displayAmount: amountField,
  displayFee: amountField.nullish(),
  transactionId: keyField.nullish(),
  confirmedAt: secondsField.nullish(),
});
