import 'server-only';
import { availableParallelism } from 'node:os';
import { tPeople } from '#lib/messages/people.ts';
import { threadPoolSize } from '#lib/platform/env.ts';
import { Problem } from '#lib/values/errors.ts';

/**
 * A hash keeps a processor and one of Node's threads busy. The requests of other people need some processors too, and
 * files, compression and name lookups need two threads.
 */
const slots = Math.max(1, Math.min(Math.floor(availableParallelism() / 2), threadPoolSize - 2));

/** More waiting calls would take longer than a browser waits. */
const maxWaiting = 100;

type HashQueue = { running: number; readonly waiting: (() => void)[] };

declare global {
  var countinghouseHashQueue: HashQueue | undefined;
}

// On the global object, because routes are bundled separately and share the processors.
function hashQueue(): HashQueue {
  globalThis.countinghouseHashQueue ??= { running: 0, waiting: [] };
  return globalThis.countinghouseHashQueue;
}

/**
 * Hashes a password once a slot is free, in the order of the calls. At most half of the processors hash at the same time.
 *
 * @throws Problem 'throttled' while 100 calls wait
 */
export async function withHashSlot<Result>(hashOnce: () => Promise<Result>): Promise<Result> {
  const queue = hashQueue();
  if (queue.running < slots) queue.running += 1;
  else if (queue.waiting.length >= maxWaiting) throw new Problem('throttled', tPeople('tooManySignIns'));
  else await new Promise<void>((resolve) => queue.waiting.push(resolve));
  try {
    return await hashOnce();
  } finally {
    const next = queue.waiting.shift();
    // The slot passes to the next call.
    if (next === undefined) queue.running -= 1;
    else next();
  }
}
