import type { DepositRecord } from '#lib/service/contract/deposit.ts';
import type { Amount } from '#lib/values/amount.ts';
import type { Assumptions } from '#lib/values/assumptions/assumptions.ts';
import type { PaymentState } from '../lifecycle/payment-state.ts';
import { minus, plus, sum, trimZeros, zero } from '../model/money.ts';
import type { JsonText } from './body.ts';
import { jsonText, toJsonNumber, toOptionalJsonNumber } from './body.ts';

/** Sums amounts. A single amount keeps the digits of its record. */
const total = (amounts: readonly Amount[]): Amount => {
  const [only, ...more] = amounts;
  return only !== undefined && more.length === 0 ? only : sum(amounts);
};

type Meaning = Pick<Assumptions, 'SERVICE_CALLBACK_AMOUNTS' | 'SERVICE_CALLBACK_SETTLEMENT_AMOUNT'>;

/**
 * Writes the body of §6.1. Amounts are JSON numbers, the two distributed fees are strings. The `actual…` fields
 * cover this deposit only, and `settlementAmount` is gross; settings can change both. A depeg loss refers to a 1:1
 * rate, so its digits fit the deposit currency as well as the display currency. Fields that the payment lacks are
 * left out.
 */
export function buildDepositCallback(
  state: PaymentState,
  deposit: DepositRecord,
  assumed: Meaning,
): JsonText {
  const { record } = state;
  const counted =
    assumed.SERVICE_CALLBACK_AMOUNTS === 'cumulative'
      ? record.deposits.filter(
          (one) =>
            one.id === deposit.id ||
            (one.status === 'CONFIRMED' && one.depositCurrency === deposit.depositCurrency),
        )
      : [deposit];
  const gross = plus(
    deposit.settlementPayableAmount ?? zero,
    minus(deposit.settlementServiceFee ?? zero, deposit.settlementDistributedUserServiceFee ?? zero),
  );
  return jsonText({
    actualDepositAmount: toJsonNumber(total(counted.map(({ depositAmount }) => depositAmount ?? zero))),
    actualDisplayAmount: toJsonNumber(total(counted.map(({ displayAmount }) => displayAmount ?? zero))),
    clientPaymentId: record.clientPaymentId,
    depositCurrency: deposit.depositCurrency,
    settlementAmount: toJsonNumber(
      assumed.SERVICE_CALLBACK_SETTLEMENT_AMOUNT === 'payable'
        ? (deposit.settlementPayableAmount ?? zero)
        : trimZeros(gross),
    ),
    settlementCurrency: deposit.settlementCurrency ?? 'EUR',
    depositId: deposit.id,
    onChainFee: toJsonNumber(deposit.onChainFee),
    depositAddress: deposit.toAddress,
    fromAddress: deposit.fromAddress,
    transactionId: deposit.transactionId,
    displayCurrency: deposit.displayCurrency,
    expectedDepositAmount: toOptionalJsonNumber(record.expectedDepositAmount),
    displayServiceFee: toJsonNumber(deposit.displayServiceFee ?? zero),
    settlementServiceFee: toJsonNumber(deposit.settlementServiceFee ?? zero),
    expectedDisplayAmount: toOptionalJsonNumber(record.expectedDisplayAmount),
    network: deposit.network,
    expirationTime: toOptionalJsonNumber(state.expiresAt),
    paymentId: record.paymentId,
    paymentReceivedAt: toJsonNumber(deposit.depositReceivedAt),
    paymentRequestedAt: toOptionalJsonNumber(record.paymentRequestedAt),
    status: 'CONFIRMED',
    rateType: state.traces[deposit.id]?.rateType ?? record.rateType,
    settlementRateDepegLossAmount: toOptionalJsonNumber(deposit.settlementRateDepegLossAmount) ?? null,
    displayRateDepegLossAmount: toOptionalJsonNumber(deposit.displayRateDepegLossAmount) ?? null,
    settlementDistributedUserServiceFee: deposit.settlementDistributedUserServiceFee ?? '0',
    displayDistributedUserServiceFee: deposit.displayDistributedUserServiceFee ?? '0',
  });
}
