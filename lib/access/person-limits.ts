import 'server-only';
import { tAccess } from '#lib/messages/access.ts';
import { countPersonLimit } from '#lib/platform/metrics.ts';
import { pagePoolSize } from '#lib/platform/page-pool-size.ts';
import { hasRequestSlot, RequestSlot, releaseRequestSlot, runInSlot } from '#lib/platform/request-slot.ts';
import { personLimits } from '#lib/platform/service-profile-file.ts';
import { Problem } from '#lib/values/errors.ts';
import type { PersonId } from '#lib/values/ids.ts';
import type { FairQueueLimits, ReleaseSlot } from './fair-queue.ts';
import { FairQueue, isQueueRefusal } from './fair-queue.ts';
import { personQueue, personWaitSeconds } from './person-limit-values.ts';
import type { ReadKind } from './read-kind.ts';
import { StreamLimit } from './stream-limit.ts';

/** The kinds of work that take so long that they have limits of their own. */
export type SlotKind = Exclude<ReadKind, 'read' | 'stream'> | 'check';

/** Downloads and full totals take minutes, so the next one of a person waits longer than a list does. */
const longWaitMs = 120_000;
/** Full totals have two connections. One person may use one of them. */
const allTotals = 1;
/** A check of an uploaded file holds the whole file in memory. */
const checks = { perPerson: 1, total: 4 };
/** More than the open pages of one person send at the same time. */
const longBacklog = 20;

type PersonLimits = {
  readonly queues: Record<SlotKind | 'request', FairQueue>;
  readonly streams: StreamLimit;
};

function createLimits(): PersonLimits {
  const create = (perKey: number, more: Partial<FairQueueLimits> = {}) =>
    new FairQueue({
      perKey,
      total: Number.POSITIVE_INFINITY,
      waitingPerKey: personQueue,
      longBacklog,
      longestWaitMs: personWaitSeconds * 1_000,
      ...more,
    });
  return {
    queues: {
      // Pages, actions and reads. More would only wait for a connection, and that queue is not fair.
      request: create(personLimits().reads, { total: pagePoolSize }),
      totals: create(personLimits().totals),
      'all-totals': create(allTotals, { longestWaitMs: longWaitMs }),
      export: create(personLimits().downloads, { longestWaitMs: longWaitMs }),
      check: create(checks.perPerson, { total: checks.total, longestWaitMs: longWaitMs }),
    },
    streams: new StreamLimit(personLimits().streams),
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

/** The queue that every request of a person enters first. */
export const requestQueue = (): FairQueue => limits().queues.request;

async function acquire(
  kind: SlotKind | 'request',
  personId: PersonId,
  signal?: AbortSignal,
): Promise<ReleaseSlot> {
  const onQueued = () => countPersonLimit(kind, 'queued');
  try {
    return await limits().queues[kind].acquire(personId, { signal, onQueued });
  } catch (thrown) {
    if (!isQueueRefusal(thrown)) throw new Problem('unavailable', tAccess('requestAborted'));
    countPersonLimit(kind, 'refused');
    throw new Problem('throttled', tAccess('tooManyRequests'));
  }
}

/**
 * Waits for a slot of this kind and returns its release. The request then counts for this limit instead of the
 * request queue.
 * @throws Problem 'throttled' if the person has too many requests, 'unavailable' if the request was aborted.
 */
export function acquireSlot(kind: SlotKind, personId: PersonId, signal?: AbortSignal): Promise<ReleaseSlot> {
  releaseRequestSlot();
  return acquire(kind, personId, signal);
}

/**
 * Does the work of a request in a slot of the request queue. `npm run web` has admitted most requests before. Those of
 * a function on Vercel enter here, and so do requests whose body was slow.
 *
 * @throws Problem as {@link acquireSlot} does.
 */
export async function runInRequestSlot<Result>(
  personId: PersonId,
  work: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  if (hasRequestSlot()) return work();
  const slot = new RequestSlot(await acquire('request', personId, signal));
  try {
    return await runInSlot(slot, work);
  } finally {
    slot.release();
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
export function countSlotsInUse(): Readonly<Record<SlotKind | 'request' | 'stream', number>> {
  const { queues, streams } = limits();
  return {
    request: queues.request.running,
    totals: queues.totals.running,
    'all-totals': queues['all-totals'].running,
    export: queues.export.running,
    check: queues.check.running,
    stream: streams.size,
  };
}
