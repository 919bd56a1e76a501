/**
 * Whether the minutes of a payment are counted from paymentInitiatedAt or from paymentRequestedAt (§2.2 does not say): an
 * assumption.
 */
export type ExpiryStart = 'initiated' | 'requested';

/** The moment from which they are counted; unknown where that is. */
export const startOfExpiry = <Moment>(
  payment: { readonly paymentInitiatedAt: Moment; readonly paymentRequestedAt: Moment },
  from: ExpiryStart,
): Moment => (from === 'requested' ? payment.paymentRequestedAt : payment.paymentInitiatedAt);
