import type { SandboxContext } from '../world.ts';
import type { PaymentState } from './payment-state.ts';

const lastSecond = 253_402_300_799;

/**
 * Calculates when a payment expires, or null where it never does or the window has not begun. §2.2 doesn't show
 * when the window begins.
 */
export function calculateExpiry(
  { assumed }: SandboxContext,
  { record }: Pick<PaymentState, 'record'>,
): number | null {
  if (record.type === 'REUSABLE') return null;
  const start =
    assumed.SERVICE_EXPIRY_START === 'requested' ? record.paymentRequestedAt : record.paymentInitiatedAt;
  return start == null ? null : Math.min(start + record.expirationMinutes * 60, lastSecond);
}

/** Schedules the expiry of a payment. */
export function scheduleExpiry({ store }: SandboxContext, { record, expiresAt }: PaymentState): void {
  if (expiresAt !== null && expiresAt < lastSecond)
    store.events.add(expiresAt * 1000, 'expire', record.paymentId);
}
