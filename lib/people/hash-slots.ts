import 'server-only';
import { availableParallelism } from 'node:os';

/** A hash keeps a processor busy, and the requests of other people need some too. */
const slots = Math.max(1, Math.floor(availableParallelism() / 2));

type HashQueue = { running: number; readonly waiting: (() => void)[] };

declare global {
  var countinghouseHashQueue: HashQueue | undefined;
}

// On the global object, because routes are bundled separately and share the processors.
function hashQueue(): HashQueue {
  globalThis.countinghouseHashQueue ??= { running: 0, waiting: [] };
  return globalThis.countinghouseHashQueue;
}

/** Hashes a password once a slot is free, in the order of the calls. Half of the processors hash at the same time. */
export async function withHashSlot<Result>(hashOnce: () => Promise<Result>): Promise<Result> {
  const queue = hashQueue();
  if (queue.running < slots) queue.running += 1;
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
