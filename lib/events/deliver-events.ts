import 'server-only';
import { setTimeout as pause } from 'node:timers/promises';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { env } from '#lib/platform/env.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import { describePlace, toNote } from './audit-note.ts';
import { writeChatMessage } from './chat-message.ts';
import type { ClaimedDelivery } from './delivery-store.ts';
import { claimDeliveries, storeResult } from './delivery-store.ts';
import { listFormerKeys } from './former-keys.ts';
import {
  attemptTimeoutMs,
  concurrentAttempts,
  disableAfterMs,
  findPause,
  findRetryDelay,
  isChat,
  noticeMs,
  warnAfterMs,
} from './model.ts';
import { decryptSecret, signEvent, unpackAddress } from './secrets.ts';
import type { Attempt } from './send-event.ts';
import { isAccepted, sendEvent } from './send-event.ts';
import type { StoredEndpoint } from './store.ts';
import { findBusinessName, findDueEndpoints, findEndpoint, lockEndpoint, updateEndpoint } from './store.ts';

/** While some endpoint is slow, the others are looked at this often. */
const lookMs = 250;

type Counts = { delivered: number; failed: number };

/** Sends an event: signed with the secrets that its endpoint has now, or as a message to a chat channel. */
async function attempt(
  context: Context<SystemActor>,
  endpoint: StoredEndpoint,
  { eventId, body }: ClaimedDelivery,
): Promise<Attempt> {
  const { endpointId, businessId, format, url, secret } = endpoint;
  const now = context.clock.now();
  const present = decryptSecret(secret, endpointId);
  if (present === null) return { httpStatus: null, answer: null, problem: 'secret', retryAfterMs: 0 };
  const headers = { 'content-type': 'application/json', 'user-agent': 'Countinghouse' };
  if (isChat(format)) {
    const business = await findBusinessName(businessId);
    const message = writeChatMessage(format, body, {
      businessUrl: `${env.APP_URL}/${businessId}`,
      business,
    });
    return sendEvent(unpackAddress(present), { headers, body: message });
  }
  const timestamp = Math.floor(now / 1_000);
  const secrets = [present, ...listFormerKeys(endpoint, now).map(({ keys }) => keys)];
  return sendEvent(url, {
    headers: {
      ...headers,
      'webhook-id': eventId,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signEvent(secrets, { id: eventId, timestamp, body }),
    },
    body,
  });
}

/** Returns true if both have the same address. Of a chat channel it is the secret. */
const hasSameAddress = (left: StoredEndpoint, right: StoredEndpoint): boolean =>
  left.url === right.url &&
  (!isChat(left.format) || Buffer.from(left.secret).equals(Buffer.from(right.secret)));

const isThrottled = ({ httpStatus }: Attempt): boolean => httpStatus === 429;
/** The receiver, or what stands before it, has too much to do, so the whole endpoint waits. */
const isOverloaded = (answer: Attempt): boolean =>
  isThrottled(answer) || answer.httpStatus === 502 || answer.httpStatus === 504;

/** Stores what an attempt says about its endpoint. Days of failures warn its owners, then disable it. */
async function rateEndpoint(
  transaction: Transaction,
  context: Context<SystemActor>,
  sentTo: StoredEndpoint,
  result: Attempt,
): Promise<void> {
  const { endpointId } = sentTo;
  const endpoint = await lockEndpoint(transaction, endpointId);
  // A late answer of a former address says nothing of the present one.
  if (endpoint === null || endpoint.disabled !== null || !hasSameAddress(endpoint, sentTo)) return;
  if (isAccepted(result)) {
    if (endpoint.failingSince !== null)
      await updateEndpoint(transaction, endpointId, { failingSince: null, warnedAt: null });
    return;
  }
  const now = context.clock.now();
  if (isOverloaded(result)) {
    const pausedUntil = addMilliseconds(now, findPause(result.retryAfterMs));
    await updateEndpoint(transaction, endpointId, { pausedUntil });
  }
  const failingSince = endpoint.failingSince ?? now;
  const note = (action: 'warn' | 'disable', reason: string) =>
    writeAudit(
      transaction,
      context,
      toNote(action, endpoint, { after: { ...describePlace(endpoint), failingSince, reason } }),
    );
  const isGone = result.httpStatus === 410;
  const isWarned = endpoint.warnedAt !== null && now - endpoint.warnedAt >= noticeMs;
  if (isGone || (isWarned && now - failingSince >= disableAfterMs)) {
    const reason = isGone ? 'gone' : 'failures';
    await updateEndpoint(transaction, endpointId, { failingSince, disabled: { at: now, for: reason } });
    await note('disable', reason);
  } else if (endpoint.warnedAt === null && now - failingSince >= warnAfterMs) {
    await updateEndpoint(transaction, endpointId, { failingSince, warnedAt: now });
    await note('warn', 'failures');
  } else if (endpoint.failingSince === null) await updateEndpoint(transaction, endpointId, { failingSince });
}

async function deliver(
  context: Context<SystemActor>,
  endpoint: StoredEndpoint,
  delivery: ClaimedDelivery,
  counts: Counts,
): Promise<void> {
  const answered = await attempt(context, endpoint, delivery);
  const { retryAfterMs, ...result } = answered;
  const isDone = isAccepted(answered);
  // 429 is about the rate, not about this event: it costs no attempt, and the whole endpoint waits.
  const attempts = delivery.attempts + (isThrottled(answered) ? 0 : 1);
  const delay = isDone
    ? null
    : isThrottled(answered)
      ? findPause(retryAfterMs)
      : findRetryDelay(attempts, Math.random(), retryAfterMs);
  const now = context.clock.now();
  await inTransaction(async (transaction) => {
    // Locks the endpoint first, as its owner does.
    await rateEndpoint(transaction, context, endpoint, answered);
    await storeResult(
      transaction,
      { endpointId: endpoint.endpointId, eventId: delivery.eventId },
      {
        ...result,
        state: isDone ? 'delivered' : delay === null ? 'failed' : 'waiting',
        attempts,
        nextAt: addMilliseconds(now, delay ?? 0),
        attemptedAt: now,
      },
    );
  });
  counts[isDone ? 'delivered' : 'failed'] += 1;
}

/** Decides which endpoints begin another round of attempts in a run. */
type RunPlan = {
  readonly mayBegin: (endpointId: string) => boolean;
  readonly recordRound: (endpointId: string, tookMs: number) => void;
};

function planRun({ clock }: Context<SystemActor>, signal: AbortSignal, runMs: number): RunPlan {
  const endsAt = clock.now() + runMs;
  const lastRounds = new Map<string, number>();
  return {
    // A slow endpoint begins nothing that would end after the run. Fast ones go on while its last attempts end, so that they
    // never wait for it.
    mayBegin: (endpointId) => {
      const tookMs = lastRounds.get(endpointId);
      const leftMs = endsAt - clock.now();
      const isFast = tookMs !== undefined && tookMs < lookMs;
      return !signal.aborted && (isFast ? leftMs + attemptTimeoutMs : leftMs) > (tookMs ?? 0);
    },
    recordRound: (endpointId, tookMs) => lastRounds.set(endpointId, tookMs),
  };
}

/** Sends what is due at one endpoint, a few events at once, until nothing is. */
async function serveEndpoint(
  context: Context<SystemActor>,
  endpointId: string,
  plan: RunPlan,
  counts: Counts,
): Promise<void> {
  while (plan.mayBegin(endpointId)) {
    const endpoint = await findEndpoint(endpointId);
    const now = context.clock.now();
    if (endpoint === null || endpoint.disabled !== null || (endpoint.pausedUntil ?? now) > now) return;
    const begunAt = performance.now();
    const { claimed, held } = await claimDeliveries(endpointId, {
      now,
      limit: concurrentAttempts[endpoint.format],
    });
    if (claimed.length === 0 && held > 0) continue;
    if (claimed.length === 0) return;
    await Promise.all(claimed.map((delivery) => deliver(context, endpoint, delivery, counts)));
    plan.recordRound(endpointId, performance.now() - begunAt);
  }
}

/**
 * Sends events that are due, for about `runMs`. Each endpoint is served on its own, so that a slow one delays no other. Each
 * event arrives at least once, and those of a record in their order.
 */
export async function deliverEvents(
  context: Context<SystemActor>,
  signal: AbortSignal,
  runMs = 60_000,
): Promise<Readonly<Record<string, number>>> {
  const counts: Counts = { delivered: 0, failed: 0 };
  const plan = planRun(context, signal, runMs);
  const served = new Map<string, Promise<void>>();
  const failures: unknown[] = [];
  try {
    do {
      for (const id of signal.aborted ? [] : await findDueEndpoints(context.clock.now()))
        if (!served.has(id) && plan.mayBegin(id))
          served.set(
            id,
            serveEndpoint(context, id, plan, counts)
              .catch((error: unknown) => void failures.push(error))
              .finally(() => served.delete(id)),
          );
      if (served.size > 0) await Promise.race([pause(lookMs), Promise.all(served.values())]);
    } while (served.size > 0);
  } finally {
    await Promise.all(served.values());
  }
  if (failures.length > 0) throw failures[0];
  return { ...counts };
}
