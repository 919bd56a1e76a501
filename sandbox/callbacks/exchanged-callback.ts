import type { DepositRecord } from '#lib/service/contract/deposit.ts';
import type { PaymentState } from '../lifecycle/payment-state.ts';
import type { JsonText } from './body.ts';
import { jsonText, toJsonNumber } from './body.ts';

/**
 * Writes the body of an exchanged-deposit callback. §6.3 doesn't show it, so every name is invented. Sent on
 * request only.
 */
export function buildExchangedCallback(state: PaymentState, deposit: DepositRecord, at: number): JsonText {
  return jsonText({
    paymentId: state.record.paymentId,
    clientPaymentId: state.record.clientPaymentId,
    depositId: deposit.id,
    depositCurrency: deposit.depositCurrency,
    depositAmount: toJsonNumber(deposit.depositAmount ?? '0'),
    settlementCurrency: deposit.settlementCurrency ?? 'EUR',
    settlementAmount: toJsonNumber(deposit.settlementPayableAmount ?? '0'),
    exchangedAt: toJsonNumber(at),
  });
}
