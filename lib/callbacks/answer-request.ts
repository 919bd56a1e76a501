import 'server-only';
import { isCallbackKind } from '#lib/observations/index.ts';
import type { Clock } from '#lib/platform/clock.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { env } from '#lib/platform/env.ts';
import { logger } from '#lib/platform/log.ts';
import { countCallback } from '#lib/platform/metrics.ts';
import { answerHeaders } from '#lib/platform/security-headers.ts';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import { authenticate } from './address.ts';
import type { Misaddressed } from './count-misaddressed.ts';
import type { Body } from './read-body.ts';
import { readBody } from './read-body.ts';
import { receiveCallback, retryAfterSeconds } from './receive-callback.ts';
import { redactedHeaders } from './redacted-headers.ts';
import { storeRefusal } from './store.ts';

/** A request to a callback address, as any door has it: the parts of its path, its headers, its unread body. */
export type CallbackRequest = {
  readonly business: string;
  readonly secret: string;
  readonly kind: string;
  readonly headers: Headers;
  readonly body: ReadableStream<Uint8Array> | null;
};

export type CallbackReply = {
  readonly response: Response;
  /** A payment that should be read from the service once this is answered. */
  readonly readNow: { readonly businessId: BusinessId; readonly paymentId: PaymentId } | null;
  /** A wrong address that should be counted once this is answered. */
  readonly misaddressed: Misaddressed | null;
};

/** The table of answers, row by row. Nothing of the body is read before the secret has proven the sender. */
export async function answerCallback(
  request: CallbackRequest,
  clock: Clock = systemClock,
): Promise<CallbackReply> {
  const businessId = authenticate(request.business, request.secret);
  // One answer for all: whether the business exists is nobody's to find out.
  if (businessId === null || !isCallbackKind(request.kind)) {
    const named = parseId<BusinessId>(request.business);
    const reason: Misaddressed['reason'] = businessId === null ? 'secret' : 'kind';
    const misaddressed = named === null ? null : { businessId: named, reason, at: clock.now() };
    return { ...reply('unknown', 404), misaddressed };
  }
  const { kind } = request;
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  const isEncoded = encoding !== '' && encoding !== 'identity';
  const body = await readBody(request.body);
  if (body.kind === 'broken' || isCut(body, request.headers)) return reply(kind, 503);
  const headers = redactedHeaders(request.headers);
  const receivedAt = clock.now();
  if (isEncoded || body.kind === 'too-large') {
    const reason = isEncoded ? 'encoded' : 'too-large';
    const refusal = { businessId, kind, reason, receivedAt, headers, excerpt: body.bytes } as const;
    try {
      await storeRefusal(refusal);
    } catch (failure) {
      logger().error({ error: failure, kind }, 'a refused callback was not kept');
      return reply(kind, 503);
    }
    logger().warn({ kind, reason, businessId }, 'a callback was refused');
    return reply(kind, isEncoded ? 415 : 413);
  }
  const { status, readNow } = await receiveCallback({
    businessId,
    kind,
    body: body.bytes,
    headers,
    receivedAt,
  });
  return { ...reply(kind, status), readNow: readNow === null ? null : { businessId, paymentId: readNow } };
}

/** Whether less came than was announced: half a body must not be taken for one that can't be read. */
function isCut(body: Exclude<Body, { kind: 'broken' }>, headers: Headers): boolean {
  const announced = headers.get('content-length');
  return body.kind === 'whole' && announced !== null && announced !== String(body.bytes.byteLength);
}

/** Anything but POST. */
export const methodNotAllowed = (): Response => {
  countCallback('unknown', 405);
  return new Response(null, { status: 405, headers: { ...secured(), allow: 'POST' } });
};

/** The proxy does not stand before these addresses. */
const secured = () => answerHeaders({ isSecure: env.APP_URL.startsWith('https:') });

function reply(kind: string, status: number): CallbackReply {
  countCallback(kind, status);
  const headers = new Headers(secured());
  if (status === 503) headers.set('retry-after', String(retryAfterSeconds));
  // What is left of the body must not be taken for the next request.
  if (status === 413 || status === 404) headers.set('connection', 'close');
  return { response: new Response(null, { status, headers }), readNow: null, misaddressed: null };
}
