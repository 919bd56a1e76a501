import * as z from 'zod';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import { depositRecord } from './deposit.ts';
import {
  cryptoCurrencies,
  fiatCurrencies,
  networks,
  overpaymentPolicies,
  paymentStatuses,
  paymentTypes,
  rateTypes,
  redirectModes,
} from './enumerations.ts';
import {
  amountField,
  asReceivedField,
  countField,
  keyField,
  openEnum,
  secondsField,
  tagField,
  textField,
  uuidField,
} from './fields.ts';

/**
 * DetailedPaymentResponse (§2.3). The payer chooses coin and network late. Many fields can therefore be absent at
 * first.
 */
export const paymentRecord = z.object({
  paymentId: uuidField<PaymentId>(),
  clientPaymentId: keyField,
  businessId: uuidField<BusinessId>(),
  locale: textField,
  status: openEnum(paymentStatuses),
  rateType: openEnum(rateTypes),
  type: openEnum(paymentTypes),
  url: textField,
  overpaymentPolicy: openEnum(overpaymentPolicies).nullish(),
  refundFollowUpDepositsForOneTimePayments: z.boolean().nullish(),
  processorType: textField,
  walletAddress: keyField.nullish(),
  destinationTag: tagField.nullish(),
  displayCurrency: openEnum(fiatCurrencies).nullish(),
  expectedDisplayAmount: amountField.nullish(),
  expectedDisplayDistributedUserServiceFee: amountField.nullish(),
  actualDisplayAmount: amountField,
  actualDisplayDistributedUserServiceFee: amountField,
  depositCurrency: openEnum(cryptoCurrencies).nullish(),
  expectedNetwork: openEnum(networks).nullish(),
  expectedDepositAmount: amountField.nullish(),
  expectedDepositDistributedUserServiceFee: amountField.nullish(),
  actualDepositAmount: amountField,
  actualDepositDistributedUserServiceFee: amountField,
  expectedUniformAmount: amountField.nullish(),
  actualUniformAmount: amountField,
  userServiceFeeDistributionPercentage: asReceivedField,
  redirectUrl: textField.nullish(),
  redirectMode: openEnum(redirectModes).nullish(),
  expirationMinutes: countField,
  initiatedBy: textField.nullish(),
  paymentInitiatedAt: secondsField,
  paymentRequestedAt: secondsField.nullish(),
  deposits: z.array(depositRecord),
});
export type PaymentRecord = z.output<typeof paymentRecord>;

/** The answer to creating a payment (§4.1). */
export const createPaymentAnswer = z.object({ paymentInfo: paymentRecord, paymentUrl: textField });
