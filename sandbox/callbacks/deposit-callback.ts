import type { DepositRecord } from '#lib/service/contract/deposit.ts';
import type { PaymentState } from '../lifecycle/payment-state.ts';
import { minus, plus, tidy, zero } from '../model/money.ts';
import type { JsonText } from './body.ts';
import { jsonText, number, optionalNumber } from './body.ts';

/**
 * §6.1. Amounts are JSON numbers, the two distributed fees strings. `actual…` tells of this deposit alone and
 * `settlementAmount` is gross (both assumptions). What the payment does not have is left out.
 */
export function depositCallback(state: PaymentState, deposit: DepositRecord): JsonText {
  const { record } = state;
  const gross = plus(
    deposit.settlementPayableAmount ?? zero,
    minus(deposit.settlementServiceFee ?? zero, deposit.settlementDistributedUserServiceFee ?? zero),
  );
  return jsonText({
    actualDepositAmount: number(deposit.depositAmount ?? zero),
    actualDisplayAmount: number(deposit.displayAmount ?? zero),
    clientPaymentId: record.clientPaymentId,
    depositCurrency: deposit.depositCurrency,
    settlementAmount: number(tidy(gross)),
    settlementCurrency: deposit.settlementCurrency ?? 'EUR',
    depositId: deposit.id,
    onChainFee: number(deposit.onChainFee),
    depositAddress: deposit.toAddress,
    fromAddress: deposit.fromAddress,
    transactionId: deposit.transactionId,
    displayCurrency: deposit.displayCurrency,
    expectedDepositAmount: optionalNumber(record.expectedDepositAmount),
    displayServiceFee: number(deposit.displayServiceFee ?? zero),
    settlementServiceFee: number(deposit.settlementServiceFee ?? zero),
    expectedDisplayAmount: optionalNumber(record.expectedDisplayAmount),
    network: deposit.network,
    expirationTime: optionalNumber(state.expiresAt),
    paymentId: record.paymentId,
    paymentReceivedAt: number(deposit.depositReceivedAt),
    paymentRequestedAt: optionalNumber(record.paymentRequestedAt),
    status: 'CONFIRMED',
    rateType: state.traces[deposit.id]?.rateType ?? record.rateType,
    settlementRateDepegLossAmount: optionalNumber(deposit.settlementRateDepegLossAmount) ?? null,
    displayRateDepegLossAmount: optionalNumber(deposit.displayRateDepegLossAmount) ?? null,
    settlementDistributedUserServiceFee: deposit.settlementDistributedUserServiceFee ?? '0',
    displayDistributedUserServiceFee: deposit.displayDistributedUserServiceFee ?? '0',
  });
}
