/** The assumed start of a payment’s expiry window: paymentInitiatedAt or paymentRequestedAt. §2.2 doesn’t say. */
export type ExpiryStart = 'initiated' | 'requested';

/** Returns the start of the expiry window, which can be unknown. */
export const readExpiryStart = <Moment>(
  payment: { readonly paymentInitiatedAt: Moment; readonly paymentRequestedAt: Moment },
  from: ExpiryStart,
): Moment => (from === 'requested' ? payment.paymentRequestedAt : payment.paymentInitiatedAt);
