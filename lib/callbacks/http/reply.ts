import 'server-only';
import { env } from '#lib/platform/env.ts';
import { countCallback } from '#lib/platform/metrics.ts';
import { answerHeaders } from '#lib/platform/security-headers.ts';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import type { RefusedDelivery } from './count-refusals.ts';

/** An answer without a body. */
export type CallbackReply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A payment that should be read from the service once this is answered. */
  readonly readNow: { readonly businessId: BusinessId; readonly paymentId: PaymentId } | null;
  /** One of which nothing is kept; it should be counted once this is answered. */
  readonly refused: RefusedDelivery | null;
};

/** Seconds after which a sender that was answered 503 should come again: the service's own rhythm (§6.1). */
const retryAfterSeconds = 120;

const known = new Map<number, Readonly<Record<string, string>>>();

/** Made once for each status: a refusal should cost next to nothing. */
function headersOf(status: number): Readonly<Record<string, string>> {
  const made = known.get(status) ?? {
    // No proxy of ours stands before these addresses.
    ...answerHeaders({ isSecure: env.APP_URL.startsWith('https:') }),
    ...(status === 405 && { allow: 'POST' }),
    ...(status === 503 && { 'retry-after': String(retryAfterSeconds) }),
    // What is left of the body must not be taken for the next request.
    ...((status === 413 || status === 404) && { connection: 'close' }),
  };
  known.set(status, made);
  return made;
}

/** An answer, counted under the kind of callback that it answers. */
export function reply(kind: string, status: number): CallbackReply {
  countCallback(kind, status);
  return { status, headers: headersOf(status), readNow: null, refused: null };
}

/** Anything but POST. */
export const refuseMethod = (): CallbackReply => reply('unknown', 405);
