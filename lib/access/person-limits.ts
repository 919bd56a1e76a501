import 'server-only';
import { tAccess } from '#lib/messages/access.ts';
import { env } from '#lib/platform/env.ts';
import { countPersonLimit } from '#lib/platform/metrics.ts';
import { Problem } from '#lib/values/errors.ts';
import type { PersonId } from '#lib/values/ids.ts';
import type { FairQueueLimits, ReleaseSlot } from './fair-queue.ts';
import { FairQueue, isQueueRefusal } from './fair-queue.ts';
import type { ReadKind } from './read-kind.ts';
import { StreamLimit } from './stream-limit.ts';

/** The kinds of requests that wait for a slot. */
export type SlotKind = Exclude<ReadKind, 'stream'> | 'check';

/** Downloads and full totals take minutes, so the next one of a person waits longer than a list does. */
const longWaitMs = 120_000;
/** Full totals have two connections. One person may use one of them. */
const allTotals = 1;
/** A check of an uploaded file holds the whole file in memory. */
const checks = { perPerson: 1, total: 4 };
/** More than the open pages of one person send at the same time. */
const longBacklog = 20;

type PersonLimits = { readonly queues: Record<SlotKind, FairQueue>; readonly streams: StreamLimit };

function createLimits(): PersonLimits {
  const create = (perKey: number, more: Partial<FairQueueLimits> = {}) =>
    new FairQueue({
      perKey,
      total: Number.POSITIVE_INFINITY,
      waitingPerKey: env.PERSON_QUEUE,
      longBacklog,
      longestWaitMs: env.PERSON_WAIT_SECONDS * 1_000,
      ...more,
    });
  return {
    queues: {
      // More reads would only wait for a connection, and that queue is not fair.
      read: create(env.PERSON_READS, { total: env.DATABASE_POOL_SIZE }),
      totals: create(env.PERSON_TOTALS),
      'all-totals': create(allTotals, { longestWaitMs: longWaitMs }),
      export: create(env.PERSON_EXPORTS, { longestWaitMs: longWaitMs }),
      check: create(checks.perPerson, { total: checks.total, longestWaitMs: longWaitMs }),
    },
    streams: new StreamLimit(env.PERSON_STREAMS),
  };
}

declare global {
  var countinghousePersonLimits: PersonLimits | undefined;
}

// On the global object: routes are bundled separately and must count together.
function limits(): PersonLimits {
  globalThis.countinghousePersonLimits ??= createLimits();
  return globalThis.countinghousePersonLimits;
}

/** Seconds after which a refused request may be sent again. */
export const retryAfterSeconds = 2;

/**
 * Waits for a slot of this kind and returns its release.
 * @throws Problem 'throttled' if the person has too many requests, 'unavailable' if the request was aborted.
 */
export async function acquireSlot(
  kind: SlotKind,
  personId: PersonId,
  signal?: AbortSignal,
): Promise<ReleaseSlot> {
  try {
    return await limits().queues[kind].acquire(personId, signal, () => countPersonLimit(kind, 'queued'));
  } catch (thrown) {
    if (!isQueueRefusal(thrown)) throw new Problem('unavailable', tAccess('requestAborted'));
    countPersonLimit(kind, 'refused');
    throw new Problem('throttled', tAccess('tooManyRequests'));
  }
}

/** Counts a stream of this person. Its signal is aborted when the person has opened too many newer ones. */
export function openStream(personId: PersonId): {
  readonly closed: AbortSignal;
  readonly release: ReleaseSlot;
} {
  const stream = limits().streams.open(personId);
  stream.closed.addEventListener('abort', () => countPersonLimit('stream', 'closed'), { once: true });
  return stream;
}

/** Counts the slots and streams in use by all people. */
export function countSlotsInUse(): Readonly<Record<ReadKind | SlotKind, number>> {
  const { queues, streams } = limits();
  return {
    read: queues.read.running,
    totals: queues.totals.running,
    'all-totals': queues['all-totals'].running,
    export: queues.export.running,
    check: queues.check.running,
    stream: streams.size,
  };
}
