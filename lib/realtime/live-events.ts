import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, instant } from '#lib/values/instant.ts';
import type { Topic } from '#lib/values/topics.ts';
import { topics } from '#lib/values/topics.ts';
import { listenOnChannel } from './listen.ts';

type ChangeDetail = {
  readonly topics: readonly Topic[];
  /** Ids of changed payments, deposits and withdrawals, if there are few. */
  readonly ids: readonly string[];
};

/** A change for the open screens of every instance. Topics and ids only: never a value, never a risk. */
type Change = ChangeDetail & {
  readonly businessId: BusinessId;
  /** The part of the change for people who may see risk detail. Others must not learn of it, nor when it happened. */
  readonly guarded?: ChangeDetail | undefined;
};

type Announcement = {
  readonly topics: readonly Topic[];
  readonly ids?: readonly string[];
  readonly guarded?: { readonly topics: readonly Topic[]; readonly ids?: readonly string[] };
};

/** `missed`: the connection was interrupted, so anything may have changed. `ending`: this process is stopping. */
export type LiveEvent =
  | ({ readonly kind: 'change' } & Change)
  | { readonly kind: 'missed' }
  | { readonly kind: 'ending' };

/** Channel of {@link toChangePayload}, for statements that notify directly. */
export const liveChannel = 'countinghouse_live';
// A payload of NOTIFY has at most 7,999 bytes.
const maximumIds = 20;

/**
 * Announces a change to open screens when `transaction` commits. Call it once per transaction: a notification costs
 * the database more than a row.
 */
export async function announce(
  transaction: Transaction,
  change: Announcement & { readonly businessId: BusinessId },
): Promise<void> {
  await transaction.$queryRaw`SELECT pg_notify(${liveChannel}, ${toChangePayload(change)})::text`;
}

/** Announces the same change to several businesses with one statement. */
export async function announceToBusinesses(
  transaction: Transaction,
  businessIds: readonly BusinessId[],
  topics: readonly Topic[],
): Promise<void> {
  const texts = businessIds.map((businessId) => toChangePayload({ businessId, topics }));
  await transaction.$queryRaw`
    SELECT pg_notify(${liveChannel}, message.text)::text FROM unnest(${texts}::text[]) AS message (text)`;
}

/** Returns the payload of {@link announce}, for statements that notify directly. */
export function toChangePayload(change: Announcement & { readonly businessId: BusinessId }): string {
  const { businessId, guarded } = change;
  return JSON.stringify({
    b: businessId,
    ...toPayloadPart(change),
    ...(guarded && { g: toPayloadPart(guarded) }),
  });
}

const toPayloadPart = ({ topics: t, ids = [] }: Omit<Announcement, 'guarded'>) => ({
  t,
  i: ids.length > maximumIds ? [] : ids,
});

const part = z.object({ t: z.array(z.enum(topics)), i: z.array(z.string()) });
const payload = part.extend({ b: z.uuid(), g: part.optional() });

type ChangeEvent = Extract<LiveEvent, { kind: 'change' }>;

type Hub = {
  readonly listeners: Set<(event: LiveEvent) => void>;
  /** The changes of the last minute, oldest first. */
  recent: { readonly at: Instant; readonly event: ChangeEvent }[];
  /** `recent` has every change since then. Null without a connection. */
  completeSince: Instant | null;
  stop: AbortController | null;
  /** Closes the connection some time after the last listener. */
  closing: NodeJS.Timeout | undefined;
};

declare global {
  var countinghouseLive: Hub | undefined;
}

function openHub(): Hub {
  // Open streams would keep a server from stopping. Without other listeners, the signal ends the process.
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    if (process.listenerCount(signal) > 0)
      process.once(signal, () => {
        publish({ kind: 'ending' });
        if (hub().listeners.size === 0) stopListening();
      });
  return { listeners: new Set(), recent: [], completeSince: null, stop: null, closing: undefined };
}

// On the global object, because separately bundled routes must share one connection.
function hub(): Hub {
  globalThis.countinghouseLive ??= openHub();
  return globalThis.countinghouseLive;
}

function publish(event: LiveEvent): void {
  for (const listener of hub().listeners) listener(event);
}

function receive(text: string): void {
  const read = payload.safeParse(parseJson(text));
  if (!read.success) return;
  const { b, t, i, g } = read.data;
  const event: ChangeEvent = {
    kind: 'change',
    businessId: toId<BusinessId>(b),
    topics: t,
    ids: i,
    ...(g && { guarded: { topics: g.t, ids: g.i } }),
  };
  remember(event);
  publish(event);
}

const rememberMs = 60_000;
const maximumRemembered = 2_000;

function remember(event: ChangeEvent): void {
  const { recent } = hub();
  const now = instant(Date.now());
  recent.push({ at: now, event });
  while (recent.length > maximumRemembered || (recent[0]?.at ?? now) < now - rememberMs) {
    const dropped = recent.shift();
    if (dropped !== undefined) hub().completeSince = addMilliseconds(dropped.at, 1);
  }
}

/** Another instance may have rendered the page, by its own clock, and a page reads while its shell is rendered. */
const clockMarginMs = 5_000;

/**
 * Returns the changes since an instant, for a page that was rendered then: a change is repeated rather than left out.
 * `missed` where this process doesn't know them all. A new subscription, which follows with `missed`, needs none.
 */
export function listChangesSince(since: Instant): readonly LiveEvent[] {
  const { completeSince, recent } = hub();
  if (completeSince === null) return [];
  const from = since - clockMarginMs;
  if (from < completeSince) return [{ kind: 'missed' }];
  return recent.filter(({ at }) => at >= from).map(({ event }) => event);
}

function startListening(): void {
  hub().recent = [];
  hub().completeSince = instant(Date.now());
  publish({ kind: 'missed' });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Any database user can notify, so invalid payloads are ignored.
    return null;
  }
}

/**
 * Subscribes to the changes of every business until the returned function is called. The caller filters by business.
 * All listeners of a process share one connection, which closes `keepMs` after the last one. A listener that comes before
 * has missed nothing.
 */
export function subscribe(listener: (event: LiveEvent) => void, keepMs = 0): () => void {
  const { listeners } = hub();
  listeners.add(listener);
  clearTimeout(hub().closing);
  if (hub().stop === null) {
    const stop = new AbortController();
    hub().stop = stop;
    void listenOnChannel(liveChannel, { onMessage: receive, onConnect: startListening }, stop.signal);
  }
  return () => {
    if (!listeners.delete(listener) || listeners.size > 0) return;
    if (keepMs === 0) return stopListening();
    clearTimeout(hub().closing);
    hub().closing = setTimeout(stopListening, keepMs).unref();
  };
}

function stopListening(): void {
  hub().stop?.abort();
  hub().stop = null;
  hub().recent = [];
  hub().completeSince = null;
}
