import type { PaymentState } from '../lifecycle/payment-state.ts';

/** Where a payer stands, in the payer's terms. */
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

/** The phase from the payment's status and its deposits. A deposit under way comes before everything else. */
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

/** §1: the payer is taken back once a deposit has been received against the payment. */
export const isReceived = (phase: Phase): boolean => phase === 'paid' || phase === 'late' || phase === 'over';
