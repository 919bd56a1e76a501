import 'server-only';
import { env } from '#lib/platform/env.ts';
import { countCallback } from '#lib/platform/metrics.ts';
import { buildAnswerHeaders } from '#lib/platform/security-headers.ts';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import type { RefusedDelivery } from './count-refusals.ts';

/** A response without a body, and the work that follows it. */
export type CallbackReply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A payment to read from the service after the response is sent. */
  readonly readNow: { readonly businessId: BusinessId; readonly paymentId: PaymentId } | null;
  /** True if the callback waits to be folded after the response is sent. */
  readonly isWaiting: boolean;
  /** A refusal to count after the response is sent. */
  readonly refused: RefusedDelivery | null;
};

/** Retry-After of a 503: the service's own interval (§6.1). */
const retryAfterSeconds = 120;

const cachedHeaders = new Map<number, Readonly<Record<string, string>>>();

/** Returns the headers of a status, cached so that a refusal costs next to nothing. */
function listHeaders(status: number): Readonly<Record<string, string>> {
  const headers = cachedHeaders.get(status) ?? {
    // The intake answers without Next, so the headers are set here.
    ...buildAnswerHeaders({ isSecure: env.APP_URL.startsWith('https:') }),
    ...(status === 405 && { allow: 'POST' }),
    ...(status === 503 && { 'retry-after': String(retryAfterSeconds) }),
    // The unread rest of the body must not be parsed as the next request.
    ...((status === 413 || status === 404) && { connection: 'close' }),
  };
  cachedHeaders.set(status, headers);
  return headers;
}

/** Returns a response and counts it under its kind of callback. */
export function createCallbackReply(kind: string, status: number): CallbackReply {
  countCallback(kind, status);
  return { status, headers: listHeaders(status), readNow: null, isWaiting: false, refused: null };
}

/** Returns the response to any method but POST. */
export const refuseMethod = (): CallbackReply => createCallbackReply('unknown', 405);
