import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Topic } from '#lib/values/topics.ts';
import { topics } from '#lib/values/topics.ts';
import { listen } from './listen.ts';

type Changed = {
  readonly topics: readonly Topic[];
  /** The records that changed, where they are few: payment, deposit and withdrawal ids. */
  readonly ids: readonly string[];
};

/** What changed, told to every open screen of every instance. Topics and ids only: never a value, never a risk. */
type Change = Changed & {
  readonly businessId: BusinessId;
  /** What changed besides for those alone who may see risk detail: nobody else hears of it, nor when it came. */
  readonly guarded?: Changed | undefined;
};

type Announced = {
  readonly topics: readonly Topic[];
  readonly ids?: readonly string[];
  readonly guarded?: { readonly topics: readonly Topic[]; readonly ids?: readonly string[] };
};

/** `missed`: the connection was down for a while, so anything may have changed. `ending`: this process is asked to end. */
export type LiveEvent =
  | ({ readonly kind: 'change' } & Change)
  | { readonly kind: 'missed' }
  | { readonly kind: 'ending' };

/** Where {@link changeText} goes, for a statement that notifies by itself. */
export const liveChannel = 'countinghouse_live';
// A payload of NOTIFY holds at most 7,999 bytes.
const mostIds = 20;

/**
 * Tells it to the open screens when `transaction` commits, and not at all when it does not. Call it once a
 * transaction: a notification costs the database more than a row.
 */
export async function announce(
  transaction: Transaction,
  change: Announced & { readonly businessId: BusinessId },
): Promise<void> {
  await transaction.$queryRaw`SELECT pg_notify(${liveChannel}, ${changeText(change)})::text`;
}

/** The same to the screens of several businesses, by one statement. */
export async function announceToEach(
  transaction: Transaction,
  businessIds: readonly BusinessId[],
  topics: readonly Topic[],
): Promise<void> {
  const texts = businessIds.map((businessId) => changeText({ businessId, topics }));
  await transaction.$queryRaw`
    SELECT pg_notify(${liveChannel}, told.text)::text FROM unnest(${texts}::text[]) AS told (text)`;
}

/** The payload of {@link announce}, for a statement that notifies by itself. */
export function changeText(change: Announced & { readonly businessId: BusinessId }): string {
  const { businessId, guarded } = change;
  return JSON.stringify({ b: businessId, ...partText(change), ...(guarded && { g: partText(guarded) }) });
}

const partText = ({ topics: t, ids = [] }: Omit<Announced, 'guarded'>) => ({
  t,
  i: ids.length > mostIds ? [] : ids,
});

const part = z.object({ t: z.array(z.enum(topics)), i: z.array(z.string()) });
const payload = part.extend({ b: z.uuid(), g: part.optional() });

type Hub = { readonly listeners: Set<(event: LiveEvent) => void>; stop: AbortController | null };

declare global {
  var countinghouseLive: Hub | undefined;
}

function openHub(): Hub {
  // Open streams would keep a server from ending. Where nobody else listens, the signal ends the process by itself.
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    if (process.listenerCount(signal) > 0) process.once(signal, () => tell({ kind: 'ending' }));
  return { listeners: new Set(), stop: null };
}

// On the global object: routes are bundled apart and must share one connection.
function hub(): Hub {
  globalThis.countinghouseLive ??= openHub();
  return globalThis.countinghouseLive;
}

function tell(event: LiveEvent): void {
  for (const listener of hub().listeners) listener(event);
}

function hear(text: string): void {
  const read = payload.safeParse(parsed(text));
  if (!read.success) return;
  const { b, t, i, g } = read.data;
  tell({
    kind: 'change',
    businessId: toId<BusinessId>(b),
    topics: t,
    ids: i,
    ...(g && { guarded: { topics: g.t, ids: g.i } }),
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Anybody with the database may notify; what is not ours is not heard.
    return null;
  }
}

/**
 * Hears every change of every business until the returned function is called; the caller keeps to the business
 * that it may see. All listeners of a process share one connection, which ends with the last of them.
 */
export function subscribe(listener: (event: LiveEvent) => void): () => void {
  const { listeners } = hub();
  listeners.add(listener);
  if (hub().stop === null) {
    const stop = new AbortController();
    hub().stop = stop;
    void listen(liveChannel, { heard: hear, connected: () => tell({ kind: 'missed' }) }, stop.signal);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    hub().stop?.abort();
    hub().stop = null;
  };
}
