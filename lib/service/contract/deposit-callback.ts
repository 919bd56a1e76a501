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
  isFilled,
  keyField,
  openEnum,
  secondsField,
  signedAmountField,
  uuidField,
} from './fields.ts';

/** §6.1: a deposit callback carries no other status. */
const depositCallbackStatuses = ['CONFIRMED'] as const;

/**
 * §6.1. The table marks nothing as required. What says which money came, from where and for which payment is
 * required here; what a payment without a display price, or one that never expires, cannot have is not.
 */
export const depositCallback = z.object({
  paymentId: uuidField<PaymentId>(),
  clientPaymentId: keyField,
  depositId: uuidField<DepositId>(),
  transactionId: keyField.refine(isFilled, 'is empty'),
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
