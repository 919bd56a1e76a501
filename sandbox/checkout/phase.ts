import type { PaymentState } from '../lifecycle/payment-state.ts';

/** The state of the checkout from the payer's view. */
export type Phase =
  | 'choose'
  | 'pay'
  | 'part'
  | 'seen'
  | 'checking'
  | 'paid'
  | 'late'
  | 'over'
  | 'expired'
  | 'refused';

/** Derives the phase from the payment's status and deposits. An unconfirmed deposit takes precedence. */
export function readPhase({ record, expiresAt }: PaymentState): Phase {
  const { deposits } = record;
  if (deposits.some(({ status }) => status === 'UNCONFIRMED')) return 'seen';
  if (deposits.some(({ status }) => status === 'COMPLIANCE_REVIEW')) return 'checking';
  const confirmed = deposits.filter(({ status }) => status === 'CONFIRMED');
  switch (record.status) {
    case 'DEPOSITED':
      return expiresAt !== null && confirmed.every((one) => one.depositReceivedAt >= expiresAt)
        ? 'late'
        : 'paid';
    case 'OVERPAID':
      return 'over';
    case 'BLOCKED':
    case 'UNPROCESSABLE':
      return 'refused';
    case 'EXPIRED':
      return 'expired';
    default:
      if (confirmed.length > 0) return 'part';
      return record.depositCurrency ? 'pay' : 'choose';
  }
}

/** Returns true where the payer can be redirected, which happens once a deposit has been received (§1). */
export const isReceived = (phase: Phase): boolean => phase === 'paid' || phase === 'late' || phase === 'over';
