import * as z from 'zod';
import type { DepositId, PaymentId } from '#lib/values/ids.ts';
import {
  cryptoCurrencies,
  fiatCurrencies,
  networks,
  rateTypes,
  settlementCurrencies,
} from './enumerations.ts';
import {
  amountField,
  isNotEmpty,
  keyField,
  openEnum,
  secondsField,
  signedAmountField,
  uuidField,
} from './fields.ts';

/** A deposit callback has no other status (§6.1). */
const depositCallbackStatuses = ['CONFIRMED'] as const;

/**
 * The deposit callback (§6.1). The interface marks no field as required. Fields that identify the money, its origin
 * and its payment are required here. Fields that some payments can’t have are optional.
 */
export const depositCallback = z.object({
  paymentId: uuidField<PaymentId>(),
  clientPaymentId: keyField,
  depositId: uuidField<DepositId>(),
  transactionId: keyField.refine(isNotEmpty, 'is empty'),
  status: openEnum(depositCallbackStatuses),
  depositCurrency: openEnum(cryptoCurrencies),
  network: openEnum(networks),
  actualDepositAmount: amountField,
  displayCurrency: openEnum(fiatCurrencies),
  actualDisplayAmount: amountField,
  settlementCurrency: openEnum(settlementCurrencies),
  settlementAmount: amountField,
  depositAddress: keyField,
  fromAddress: keyField,
  paymentReceivedAt: secondsField,
  onChainFee: amountField.nullish(),
  expectedDepositAmount: amountField.nullish(),
  expectedDisplayAmount: amountField.nullish(),
  displayServiceFee: amountField.nullish(),
  settlementServiceFee: amountField.nullish(),
  expirationTime: secondsField.nullish(),
  paymentRequestedAt: secondsField.nullish(),
  rateType: openEnum(rateTypes).nullish(),
  settlementRateDepegLossAmount: signedAmountField.nullish(),
  displayRateDepegLossAmount: signedAmountField.nullish(),
  settlementDistributedUserServiceFee: amountField.nullish(),
  displayDistributedUserServiceFee: amountField.nullish(),
});
