import type { DepositRecord } from '#lib/service/contract/deposit.ts';
import type { PaymentState } from '../lifecycle/payment-state.ts';
import type { JsonText } from './body.ts';
import { jsonText, number } from './body.ts';

/**
 * Writes the body of an exchanged-deposit callback. §6.3 doesn't show it, so every name is invented. Sent on
 * request only.
 */
export function exchangedCallback(state: PaymentState, deposit: DepositRecord, at: number): JsonText {
  return jsonText({
    paymentId: state.record.paymentId,
    clientPaymentId: state.record.clientPaymentId,
    depositId: deposit.id,
    depositCurrency: deposit.depositCurrency,
    depositAmount: number(deposit.depositAmount ?? '0'),
    settlementCurrency: deposit.settlementCurrency ?? 'EUR',
    settlementAmount: number(deposit.settlementPayableAmount ?? '0'),
    exchangedAt: number(at),
  });
}
