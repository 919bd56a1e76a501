import 'server-only';
import { availableParallelism } from 'node:os';
import { tPeople } from '#lib/messages/people.ts';
import { threadPoolSize } from '#lib/platform/env.ts';
import { releaseRequestSlot } from '#lib/platform/request-slot.ts';
import { Problem } from '#lib/values/errors.ts';

/**
 * A hash keeps a processor and one of Node's threads busy. The requests of other people need some processors too, and
 * files, compression and name lookups need two threads.
 */
const slots = Math.max(1, Math.min(Math.floor(availableParallelism() / 2), threadPoolSize - 2));

/** More waiting calls of a lane would take longer than a browser waits. */
const maxWaiting = 100;

/**
 * The callers who wait for a hash. `stranger`: a sign-in from a browser that never signed in to the account. Anyone can send many of
 * these. `known`: a browser that did, a signed-in person, or the holder of a one-time link.
 */
export type HashLane = 'known' | 'stranger';

type HashQueue = { running: number } & Readonly<Record<HashLane, (() => void)[]>>;

declare global {
  var countinghouseHashQueue: HashQueue | undefined;
}

// On the global object, because routes are bundled separately and share the processors.
function hashQueue(): HashQueue {
  globalThis.countinghouseHashQueue ??= { running: 0, known: [], stranger: [] };
  return globalThis.countinghouseHashQueue;
}

/**
 * Hashes a password once a slot is free. Known callers go ahead of strangers, so that they wait for at most one hash of
 * a stranger. Otherwise the order is that of the calls. At most half of the processors hash at the same time.
 *
 * @throws Problem 'throttled' while 100 calls of the lane wait
 */
export async function withHashSlot<Result>(lane: HashLane, hashOnce: () => Promise<Result>): Promise<Result> {
  // Hashing runs on other threads. A sign-in that waits for it must not keep others of its address waiting.
  releaseRequestSlot();
  const queue = hashQueue();
  if (queue.running < slots) queue.running += 1;
  else if (queue[lane].length >= maxWaiting) throw new Problem('throttled', tPeople('tooManySignIns'));
  else await new Promise<void>((resolve) => queue[lane].push(resolve));
  try {
    return await hashOnce();
  } finally {
    const next = queue.known.shift() ?? queue.stranger.shift();
    // The slot passes to the next call.
    if (next === undefined) queue.running -= 1;
    else next();
  }
}
