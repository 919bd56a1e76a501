import 'server-only';
import type { CallbackObservation, ObservedCallback } from '#lib/observations/index.ts';
import type { PaymentId } from '#lib/values/ids.ts';

/** A callback whose sender has proven itself: `authenticate` comes first. Headers are redacted here. */
export type ReceivedCallback = Pick<
  CallbackObservation,
  'businessId' | 'kind' | 'body' | 'headers' | 'receivedAt'
>;

export type CallbackAnswer = {
  /** 200, 400 or 503 (the table of answers). */
  readonly status: 200 | 400 | 503;
  readonly retryAfterSeconds: number | null;
  readonly observed: ObservedCallback | null;
  /** Set where this payment should be read from the service now, without making the answer wait. */
  readonly readNow: PaymentId | null;
};

/** The one way in, for every door: inbox row and effect in one transaction, then the answer. Never throws. */
export async function receiveCallback(_received: ReceivedCallback): Promise<CallbackAnswer> {
  throw new Error('being built');
}
