import 'server-only';
import { readClientAddress } from '#lib/access/index.ts';
import type { CallbackKind } from '#lib/observations/index.ts';
import { isCallbackKind } from '#lib/observations/index.ts';
import type { Clock } from '#lib/platform/clock.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { env } from '#lib/platform/env.ts';
import { logger } from '#lib/platform/log.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import { receiveCallback } from '../ingest/receive-callback.ts';
import { storeRefusal } from '../store.ts';
import type { Sender } from './address.ts';
import { authenticate } from './address.ts';
import { admission } from './admission.ts';
import { isAllowedSource } from './allowed-sources.ts';
import type { RefusedDelivery } from './count-refusals.ts';
import type { Body } from './read-body.ts';
import { redactedHeaders } from './redacted-headers.ts';
import type { CallbackReply } from './reply.ts';
import { reply } from './reply.ts';
import { checkSignature, isEnforced } from './signature.ts';

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

/**
 * The table of answers, row by row, the same at every door. Nothing of the body is read before the secret has proven
 * the sender. Never throws.
 */
export async function answerRequest(
  request: CallbackRequest,
  clock: Clock = systemClock,
): Promise<CallbackReply> {
  const sender = recognise(request);
  if (typeof sender === 'string') return refuseUnknown(request, sender, clock);
  return (
    (await admission.admit(() => answerSender(request, sender, clock))) ??
    unavailable(sender, sender.callbackKind, clock)
  );
}

/** A proven sender, and what it is that it sends. */
export type AuthenticatedSender = Sender & { readonly callbackKind: CallbackKind };

/** Who sends what, as far as the address of a request and where it comes from prove it; else what is wrong there. */
export function recognise({
  business,
  secret,
  kind,
  headers,
}: Omit<CallbackRequest, 'readBody'>): AuthenticatedSender | RefusedDelivery['reason'] {
  const sender = authenticate(business, secret);
  if (sender === null) return 'secret';
  if (!isCallbackKind(kind)) return 'kind';
  if (!isAllowedSource(readClientAddress(headers.get('x-forwarded-for'), env.TRUST_PROXY))) return 'source';
  return { ...sender, callbackKind: kind };
}

/** One answer for all: whether the business exists is nobody's to find out. */
export function refuseUnknown(
  { business, kind }: Pick<CallbackRequest, 'business' | 'kind'>,
  reason: RefusedDelivery['reason'],
  clock: Clock = systemClock,
): CallbackReply {
  const businessId = parseId<BusinessId>(business);
  const told = isCallbackKind(kind) ? kind : 'unknown';
  const refused: RefusedDelivery | null =
    businessId === null ? null : { businessId, kind: told, reason, at: clock.now() };
  return { ...reply('unknown', 404), refused };
}

/** Whoever has proven to be the service is asked to come again, which it does for 24 hours (§6.1). */
export const unavailable = (
  { businessId }: Sender,
  kind: CallbackKind,
  clock: Clock = systemClock,
): CallbackReply => ({
  ...reply(kind, 503),
  refused: { businessId, kind, reason: 'unavailable', at: clock.now() },
});

async function answerSender(
  request: CallbackRequest,
  sender: AuthenticatedSender,
  clock: Clock,
): Promise<CallbackReply> {
  const { businessId, keyName, callbackKind: kind } = sender;
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  const isEncoded = encoding !== '' && encoding !== 'identity';
  const body = await request.readBody();
  if (body.kind === 'broken' || isCut(body, request.headers)) return unavailable(sender, kind, clock);
  const signature = checkSignature(request.headers, body.bytes);
  if (isEnforced(signature)) return refuseUnknown(request, 'signature', clock);
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
      return unavailable(sender, kind, clock);
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
  if (status === 503) return unavailable(sender, kind, clock);
  return { ...reply(kind, status), readNow: readNow === null ? null : { businessId, paymentId: readNow } };
}

/** Whether less came than was announced: half a body must not be taken for one that can't be read. */
function isCut(body: Exclude<Body, { kind: 'broken' }>, headers: CallbackHeaders): boolean {
  const announced = headers.get('content-length');
  return body.kind === 'whole' && announced !== null && announced !== String(body.bytes.byteLength);
}
