import 'server-only';
import { addressOf } from '#lib/access/index.ts';
import type { CallbackKind } from '#lib/observations/index.ts';
import { isCallbackKind } from '#lib/observations/index.ts';
import type { Clock } from '#lib/platform/clock.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { env } from '#lib/platform/env.ts';
import { logger } from '#lib/platform/log.ts';
import { countCallback } from '#lib/platform/metrics.ts';
import { answerHeaders } from '#lib/platform/security-headers.ts';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import type { Sender } from './address.ts';
import { authenticate } from './address.ts';
import { admission } from './admission.ts';
import type { Misaddressed } from './count-misaddressed.ts';
import type { Body } from './read-body.ts';
import { receiveCallback, retryAfterSeconds } from './receive-callback.ts';
import { redactedHeaders } from './redacted-headers.ts';
import { checkSignature, isEnforced } from './signature.ts';
import { mayCallBack } from './sources.ts';
import { storeRefusal } from './store.ts';

/** The headers of a request, as any server has them: names in lower case. */
export type CallbackHeaders = Iterable<[string, string]> & { get(name: string): string | null };

/** A request to a callback address, as any door has it. */
export type CallbackRequest = {
  readonly business: string;
  readonly secret: string;
  readonly kind: string;
  readonly headers: CallbackHeaders;
  /** Begins to read the body; nothing of it is read before. */
  readonly readBody: () => Promise<Body>;
};

/** An answer without a body. */
export type CallbackReply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A payment that should be read from the service once this is answered. */
  readonly readNow: { readonly businessId: BusinessId; readonly paymentId: PaymentId } | null;
  /** A wrong address that should be counted once this is answered. */
  readonly misaddressed: Misaddressed | null;
};

/**
 * The table of answers, row by row, the same at every door. Nothing of the body is read before the secret has proven
 * the sender. Never throws.
 */
export async function answerRequest(
  request: CallbackRequest,
  clock: Clock = systemClock,
): Promise<CallbackReply> {
  const sender = authenticate(request.business, request.secret);
  const { kind } = request;
  if (sender === null) return unknown(request, 'secret', clock);
  if (!isCallbackKind(kind)) return unknown(request, 'kind', clock);
  if (!mayCallBack(addressOf(request.headers.get('x-forwarded-for'), env.TRUST_PROXY)))
    return unknown(request, 'source', clock);
  return (await admission.admit(() => answerSender(request, sender, kind, clock))) ?? reply(kind, 503);
}

/** One answer for all: whether the business exists is nobody's to find out. */
function unknown({ business }: CallbackRequest, reason: Misaddressed['reason'], clock: Clock): CallbackReply {
  const businessId = parseId<BusinessId>(business);
  const misaddressed = businessId === null ? null : { businessId, reason, at: clock.now() };
  return { ...reply('unknown', 404), misaddressed };
}

async function answerSender(
  request: CallbackRequest,
  { businessId, keyName }: Sender,
  kind: CallbackKind,
  clock: Clock,
): Promise<CallbackReply> {
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  const isEncoded = encoding !== '' && encoding !== 'identity';
  const body = await request.readBody();
  if (body.kind === 'broken' || isCut(body, request.headers)) return reply(kind, 503);
  const signature = checkSignature(request.headers, body.bytes);
  if (isEnforced(signature)) return unknown(request, 'signature', clock);
  if (signature === 'wrong' || signature === 'missing')
    logger().warn({ kind, signature, businessId }, 'a callback without a right signature was taken');
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
    proof: { keyName, signature: signature === 'off' ? null : signature },
    receivedAt,
  });
  return { ...reply(kind, status), readNow: readNow === null ? null : { businessId, paymentId: readNow } };
}

/** Whether less came than was announced: half a body must not be taken for one that can't be read. */
function isCut(body: Exclude<Body, { kind: 'broken' }>, headers: CallbackHeaders): boolean {
  const announced = headers.get('content-length');
  return body.kind === 'whole' && announced !== null && announced !== String(body.bytes.byteLength);
}

/** Anything but POST. */
export function refuseMethod(): CallbackReply {
  const { headers, ...rest } = reply('unknown', 405);
  return { ...rest, headers: { ...headers, allow: 'POST' } };
}

function reply(kind: string, status: number): CallbackReply {
  countCallback(kind, status);
  return {
    status,
    headers: {
      // No proxy of ours stands before these addresses.
      ...answerHeaders({ isSecure: env.APP_URL.startsWith('https:') }),
      ...(status === 503 && { 'retry-after': String(retryAfterSeconds) }),
      // What is left of the body must not be taken for the next request.
      ...((status === 413 || status === 404) && { connection: 'close' }),
    },
    readNow: null,
    misaddressed: null,
  };
}
