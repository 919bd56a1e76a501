import * as z from 'zod';
import type { BusinessId, WithdrawalId } from '#lib/values/ids.ts';
import { compareAmounts } from '#lib/values/subtract.ts';
import {
  cryptoCurrencies,
  fiatCurrencies,
  settlementCurrencies,
  withdrawalStatuses,
} from './enumerations.ts';
import {
  amountField,
  isNotEmpty,
  keyField,
  openEnum,
  signedAmountField,
  textField,
  uuidField,
} from './fields.ts';

/**
 * The withdrawal callback (§6.2). The deducted amount has two spellings, of the field table and of the sample. Both
 * are accepted.
 */
export const withdrawalCallback = z
  .object({
    status: openEnum(withdrawalStatuses),
    clientWithdrawalId: keyField,
    businessId: uuidField<BusinessId>(),
    withdrawalId: uuidField<WithdrawalId>(),
    displayCurrency: openEnum(fiatCurrencies),
    withdrawCurrency: openEnum(cryptoCurrencies),
    settlementCurrency: openEnum(settlementCurrencies),
    expectedDisplayAmount: amountField,
    actualDisplayAmount: amountField.nullish(),
    estimatedWithdrawAmount: amountField,
    actualWithdrawAmount: amountField.nullish(),
    deductedSettlementAmount: amountField.nullish(),
    deducedSettlementAmount: amountField.nullish(),
    withdrawFee: amountField.nullish(),
    displayFee: amountField.nullish(),
    displayRateDepegLossAmount: signedAmountField.nullish(),
    settlementRateDepegLossAmount: signedAmountField.nullish(),
    toTxAddress: keyField.refine(isNotEmpty, 'is empty'),
    transactionId: keyField.nullish(),
    txAddressOwner: z.object({ name: textField, category: textField }),
  })
  .superRefine(({ deductedSettlementAmount: one, deducedSettlementAmount: other }, context) => {
    if (one && other && compareAmounts(one, other) !== 0)
      context.addIssue({
        code: 'custom',
        path: ['deductedSettlementAmount'],
        message: `is ${one}, but deducedSettlementAmount is ${other}`,
      });
  })
  .transform(({ deducedSettlementAmount, deductedSettlementAmount, ...rest }) => ({
    ...rest,
    deductedSettlementAmount: deductedSettlementAmount ?? deducedSettlementAmount,
  }));
