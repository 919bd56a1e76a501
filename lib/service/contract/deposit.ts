import * as z from 'zod';
import type { DepositId } from '#lib/values/ids.ts';
import {
  cryptoCurrencies,
  depositStatuses,
  fiatCurrencies,
  networks,
  settlementCurrencies,
} from './enumerations.ts';
import {
  amountField,
  asReceivedField,
  keyField,
  openEnum,
  secondsField,
  signedAmountField,
  textField,
  uuidField,
} from './fields.ts';
import { refundRecord } from './refund.ts';
import { addressRiskAssessment } from './risk.ts';

/** DetailedDepositResponse (§2.4). `uniform…` amounts are in EUR. */
export const depositRecord = z.object({
  id: uuidField<DepositId>(),
  transactionId: keyField,
  status: openEnum(depositStatuses),
  fromAddress: keyField,
  toAddress: keyField,
  riskScore: asReceivedField.nullish(),
  addressRiskAssessment: addressRiskAssessment.nullish(),
  depositCurrency: openEnum(cryptoCurrencies),
  network: openEnum(networks),
  depositAmount: amountField.nullish(),
  depositDistributedUserServiceFee: amountField.nullish(),
  onChainFee: amountField,
  displayCurrency: openEnum(fiatCurrencies),
  displayAmount: amountField.nullish(),
  displayPayableAmount: amountField.nullish(),
  displayServiceFee: amountField.nullish(),
  displayDistributedUserServiceFee: amountField.nullish(),
  settlementCurrency: openEnum(settlementCurrencies).nullish(),
  settlementPayableAmount: amountField.nullish(),
  settlementServiceFee: amountField.nullish(),
  settlementDistributedUserServiceFee: amountField.nullish(),
  uniformCurrency: textField,
  uniformPayableAmount: amountField.nullish(),
  uniformServiceFee: amountField.nullish(),
  uniformDistributedUserServiceFee: amountField.nullish(),
  userServiceFeeDistributionPercentage: asReceivedField,
  depositReceivedAt: secondsField,
  displayRateDepegLossAmount: signedAmountField.nullish(),
  settlementRateDepegLossAmount: signedAmountField.nullish(),
  uniformRateDepegLossAmount: signedAmountField.nullish(),
  refund: refundRecord.nullish(),
});
export type DepositRecord = z.output<typeof depositRecord>;
