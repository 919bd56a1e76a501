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
import type { CallbackSender } from './address.ts';
import { authenticateSender } from './address.ts';
import type { Admissions } from './admission.ts';
import { selectAdmission } from './admission.ts';
import { isAllowedSource } from './allowed-sources.ts';
import { findDeadline, withinDeadline } from './answer-deadline.ts';
import type { RefusedDelivery } from './count-refusals.ts';
import type { BodyResult } from './read-body.ts';
import type { CallbackReply } from './reply.ts';
import { createCallbackReply } from './reply.ts';
import { checkSignature, isSignatureRefused } from './signature.ts';

/** Headers that are stored with their value. Of all others only the name is stored. */
const storedHeaders =
  /^(accept|content-length|content-type|content-encoding|date|user-agent|x-forwarded-for|x-real-ip|x-request-id|traceparent)$/;

const maximumLength = 500;

/** Returns the headers of a delivery as they may be stored: no credentials, no cookies, no long values. */
function redactHeaders(headers: Iterable<[string, string]>): Record<string, string> {
  const redacted: Record<string, string> = {};
  for (const [name, value] of [...headers].slice(0, 60)) {
    const shown = storedHeaders.test(name.toLowerCase()) ? value.slice(0, maximumLength) : '…';
    redacted[name.toLowerCase().slice(0, 100)] = shown.toWellFormed().replaceAll('\u0000', '\ufffd');
  }
  return redacted;
}

/** The headers of a request, independent of the server. Names are in lower case. */
export type CallbackHeaders = Iterable<[string, string]> & { get(name: string): string | null };

/** A request to a callback address, independent of the server. */
export type CallbackRequest = {
  readonly business: string;
  readonly secret: string;
  readonly kind: string;
  readonly headers: CallbackHeaders;
  /** Starts reading the body. Nothing of it is read before. */
  readonly readBody: () => Promise<BodyResult>;
};

/**
 * Answers a callback, in the same way for the web and the intake process. Reads nothing of the body before the secret
 * has authenticated the sender. Never throws.
 */
export async function answerRequest(
  request: CallbackRequest,
  admissions: Admissions,
  clock: Clock = systemClock,
): Promise<CallbackReply> {
  const sender = identifySender(request);
  if (typeof sender === 'string') return refuseSender(request, sender, clock);
  return (
    (await selectAdmission(admissions, sender.callbackKind).admit((arrivedAt) =>
      answerAuthenticated(request, sender, { clock, arrivedAt }),
    )) ?? replyUnavailable(sender, sender.callbackKind, clock)
  );
}

/** An authenticated sender and the kind of its callback. */
type AuthenticatedSender = CallbackSender & { readonly callbackKind: CallbackKind };

/** Returns the sender that address and source of a request prove, or the reason to refuse it. */
function identifySender({
  business,
  secret,
  kind,
  headers,
}: Omit<CallbackRequest, 'readBody'>): AuthenticatedSender | RefusedDelivery['reason'] {
  const sender = authenticateSender(business, secret);
  if (sender === null) return 'secret';
  if (!isCallbackKind(kind)) return 'kind';
  if (!isAllowedSource(readClientAddress(headers.get('x-forwarded-for'), env.TRUST_PROXY))) return 'source';
  return { ...sender, callbackKind: kind };
}

/** Returns the same 404 for every reason, so that a sender can't find out which businesses exist. */
function refuseSender(
  { business, kind }: Pick<CallbackRequest, 'business' | 'kind'>,
  reason: RefusedDelivery['reason'],
  clock: Clock = systemClock,
): CallbackReply {
  const businessId = parseId<BusinessId>(business);
  const addressedKind = isCallbackKind(kind) ? kind : 'unknown';
  const refused: RefusedDelivery | null =
    businessId === null ? null : { businessId, kind: addressedKind, reason, at: clock.now() };
  return { ...createCallbackReply('unknown', 404), refused };
}

/** Returns a 503, which asks the service to send the callback again. It does so for 24 hours (§6.1). */
const replyUnavailable = (
  { businessId }: CallbackSender,
  kind: CallbackKind,
  clock: Clock = systemClock,
): CallbackReply => ({
  ...createCallbackReply(kind, 503),
  refused: { businessId, kind, reason: 'unavailable', at: clock.now() },
});

/** The database didn't answer in time. */
const unanswered = { status: 503, readNow: null, isWaiting: false } as const;

/** Stores what is known of a refused callback. Returns false if it can't. */
async function storeRefused(refusal: Parameters<typeof storeRefusal>[0]): Promise<boolean> {
  try {
    await storeRefusal(refusal);
    return true;
  } catch (failure) {
    logger().error({ error: failure, kind: refusal.kind }, 'a refused callback was not stored');
    return false;
  }
}

async function answerAuthenticated(
  request: CallbackRequest,
  sender: AuthenticatedSender,
  { clock, arrivedAt }: { readonly clock: Clock; readonly arrivedAt: number },
): Promise<CallbackReply> {
  const { businessId, keyName, callbackKind: kind } = sender;
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  const isEncoded = encoding !== '' && encoding !== 'identity';
  const body = await request.readBody();
  if (body.kind === 'broken' || isTruncated(body, request.headers))
    return replyUnavailable(sender, kind, clock);
  const signature = checkSignature(request.headers, body.bytes);
  if (isSignatureRefused(signature)) return refuseSender(request, 'signature', clock);
  if (signature === 'wrong' || signature === 'missing')
    logger().warn({ kind, signature, businessId }, 'a callback without a valid signature was accepted');
  const headers = redactHeaders(request.headers);
  const receivedAt = clock.now();
  const deadline = findDeadline(kind, arrivedAt);
  if (isEncoded || body.kind === 'too-large') {
    const reason = isEncoded ? 'encoded' : 'too-large';
    const refusal = { businessId, kind, reason, receivedAt, headers, excerpt: body.bytes } as const;
    if ((await withinDeadline(storeRefused(refusal), deadline)) !== true)
      return replyUnavailable(sender, kind, clock);
    logger().warn({ kind, reason, businessId }, 'a callback was refused');
    return createCallbackReply(kind, isEncoded ? 415 : 413);
  }
  const proof = { keyName, signature: signature === 'off' ? null : signature };
  const received = receiveCallback(
    { businessId, kind, body: body.bytes, headers, proof, receivedAt },
    deadline.last,
  );
  const { status, readNow, isWaiting } = (await withinDeadline(received, deadline)) ?? unanswered;
  if (status === 503) return replyUnavailable(sender, kind, clock);
  return {
    ...createCallbackReply(kind, status),
    readNow: readNow === null ? null : { businessId, paymentId: readNow },
    isWaiting,
  };
}

/** Returns true if the body is shorter than announced. A truncated body must not count as an unreadable one. */
function isTruncated(body: Exclude<BodyResult, { kind: 'broken' }>, headers: CallbackHeaders): boolean {
  const announced = headers.get('content-length');
  return body.kind === 'whole' && announced !== null && announced !== String(body.bytes.byteLength);
}
