import type { World } from '../world.ts';
import type { PaymentState } from './payment-state.ts';

const lastSecond = 253_402_300_799;

/** When a payment expires: from when its minutes are counted is not shown (§2.2). Null: never, or it has not begun. */
export function calculateExpiry({ assumed }: World, { record }: Pick<PaymentState, 'record'>): number | null {
  if (record.type === 'REUSABLE') return null;
  const start =
    assumed.SERVICE_EXPIRY_START === 'requested' ? record.paymentRequestedAt : record.paymentInitiatedAt;
  return start == null ? null : Math.min(start + record.expirationMinutes * 60, lastSecond);
}

/** Lets it expire when its time is over. */
export function watchWindow({ store }: World, { record, expiresAt }: PaymentState): void {
  if (expiresAt !== null && expiresAt < lastSecond)
    store.events.add(expiresAt * 1000, 'expire', record.paymentId);
}
