import 'server-only';
import { setTimeout as pause } from 'node:timers/promises';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import type { ClaimedDelivery } from './delivery-store.ts';
import { claimDeliveries, storeResult } from './delivery-store.ts';
import { concurrentAttempts, disableAfterMs, findRetryDelay, warnAfterMs } from './model.ts';
import { decryptSecret, signEvent } from './secrets.ts';
import type { Attempt } from './send-event.ts';
import { isAccepted, sendEvent } from './send-event.ts';
import type { StoredEndpoint } from './store.ts';
import { findDueEndpoints, findEndpoint, lockEndpoint, updateEndpoint } from './store.ts';

/** While some endpoint is slow, the others are looked at this often. */
const lookMs = 500;
/** After this time a run starts nothing new, so that the next one begins. */
const runMs = 60_000;

type Counts = { delivered: number; failed: number };

/** Sends an event with the signatures that its endpoint has now. */
async function attempt(
  context: Context<SystemActor>,
  { endpointId, url, secret, former }: StoredEndpoint,
  { eventId, body }: ClaimedDelivery,
): Promise<Attempt> {
  const now = context.clock.now();
  const stored = former !== null && former.until > now ? [secret, former.secret] : [secret];
  const secrets = stored.map((one) => decryptSecret(one, endpointId)).filter((one) => one !== null);
  if (secrets.length === 0) return { httpStatus: null, answer: null, problem: 'secret', retryAfterMs: 0 };
  const timestamp = Math.floor(now / 1_000);
  return sendEvent(url, {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Countinghouse',
      'webhook-id': eventId,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signEvent(secrets, { id: eventId, timestamp, body }),
    },
    body,
  });
}

/** Stores what an attempt says about its endpoint. Days of failures warn its owners, then disable it. */
async function rateEndpoint(
  transaction: Transaction,
  context: Context<SystemActor>,
  { endpointId, url }: StoredEndpoint,
  result: Attempt,
): Promise<void> {
  const endpoint = await lockEndpoint(transaction, endpointId);
  // A late answer of a former address says nothing of the present one.
  if (endpoint === null || endpoint.disabled !== null || endpoint.url !== url) return;
  if (isAccepted(result)) {
    if (endpoint.failingSince !== null)
      await updateEndpoint(transaction, endpointId, { failingSince: null, warnedAt: null });
    return;
  }
  const now = context.clock.now();
  const failingSince = endpoint.failingSince ?? now;
  const note = (action: 'warn' | 'disable', reason: string) =>
    writeAudit(transaction, context, {
      businessId: endpoint.businessId,
      action: `event-endpoint.${action}`,
      ...{ objectType: 'event-endpoint', objectId: endpointId },
      after: { host: new URL(endpoint.url).host, failingSince, reason },
    });
  const isGone = result.httpStatus === 410;
  if (isGone || now - failingSince >= disableAfterMs) {
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
  const { retryAfterMs, ...result } = await attempt(context, endpoint, delivery);
  const isDone = isAccepted({ ...result, retryAfterMs });
  const attempts = delivery.attempts + 1;
  const delay = isDone ? null : findRetryDelay(attempts, Math.random(), retryAfterMs);
  const now = context.clock.now();
  await inTransaction(async (transaction) => {
    // Locks the endpoint first, as its owner does.
    await rateEndpoint(transaction, context, endpoint, { ...result, retryAfterMs });
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

/** Sends what is due at one endpoint, a few events at once, until nothing is. */
async function serveEndpoint(
  context: Context<SystemActor>,
  endpointId: string,
  mayGoOn: () => boolean,
  counts: Counts,
): Promise<void> {
  while (mayGoOn()) {
    const endpoint = await findEndpoint(endpointId);
    if (endpoint === null || endpoint.disabled !== null) return;
    const now = context.clock.now();
    const claimed = await claimDeliveries(endpointId, { now, limit: concurrentAttempts });
    if (claimed.length === 0) return;
    await Promise.all(claimed.map((delivery) => deliver(context, endpoint, delivery, counts)));
  }
}

/**
 * Sends events that are due. Each endpoint is served on its own, so that a slow one delays no other. Each event arrives at least
 * once, and those of a record in their order.
 */
export async function deliverEvents(
  context: Context<SystemActor>,
  signal: AbortSignal,
): Promise<Readonly<Record<string, number>>> {
  const counts: Counts = { delivered: 0, failed: 0 };
  const endsAt = context.clock.now() + runMs;
  const mayGoOn = () => !signal.aborted && context.clock.now() < endsAt;
  const served = new Map<string, Promise<void>>();
  const failures: unknown[] = [];
  try {
    do {
      for (const id of mayGoOn() ? await findDueEndpoints(context.clock.now()) : [])
        if (!served.has(id))
          served.set(
            id,
            serveEndpoint(context, id, mayGoOn, counts)
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
