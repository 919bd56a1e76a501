import 'server-only';

export type FairQueueLimits = {
  /** Slots that one key may hold at the same time. */
  readonly perKey: number;
  /** Slots that all keys together may hold at the same time. */
  readonly total: number;
  /** Requests of one key that may wait; the next one is refused at once. */
  readonly waitingPerKey: number;
  /** A key with more waiting requests than this keeps to one slot. */
  readonly longBacklog: number;
  /** A request that has waited for this long is refused. */
  readonly longestWaitMs: number;
};

const queueRefusalName = 'QueueRefusal';

/** Thrown when the queue of the key is full or the wait took too long. */
export class QueueRefusal extends Error {
  override readonly name = queueRefusalName;
}

/**
 * Returns true for a refusal. Next's bundles each have their own copy of the class, but share the queues of the process.
 */
export const isQueueRefusal = (thrown: unknown): boolean =>
  thrown instanceof Error && thrown.name === queueRefusalName;

/** Frees the slot. Calling it again does nothing. */
export type ReleaseSlot = () => void;

type Waiter = { readonly grant: (release: ReleaseSlot) => void };

/**
 * Grants slots first in, first out for each key and round robin between keys, so that a key with many requests delays
 * only its own. A key without a backlog goes first. State is in memory, for this process alone.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  readonly #running = new Map<string, number>();
  /** The order of the keys is the order of their turns. */
  readonly #waiting = new Map<string, Set<Waiter>>();
  #total = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  get running(): number {
    return this.#total;
  }

  get waiting(): number {
    return [...this.#waiting.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /**
   * Resolves with the release of a slot. Calls `onQueued` if the request has to wait.
   * @throws QueueRefusal if the queue is full or the wait takes too long; the signal's reason if it is aborted.
   */
  acquire(key: string, signal?: AbortSignal, onQueued?: () => void): Promise<ReleaseSlot> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const queue = this.#waiting.get(key);
    if (queue === undefined && this.#hasRoom(key)) return Promise.resolve(this.#take(key));
    if ((queue?.size ?? 0) >= this.#limits.waitingPerKey)
      return Promise.reject(new QueueRefusal('the queue is full'));
    onQueued?.();
    return this.#wait(key, signal);
  }

  #wait(key: string, signal: AbortSignal | undefined): Promise<ReleaseSlot> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      };
      const fail = (reason: unknown) => {
        settle();
        this.#remove(key, waiter);
        reject(reason);
      };
      const abort = () => fail(signal?.reason);
      const timer = setTimeout(
        () => fail(new QueueRefusal('the wait took too long')),
        this.#limits.longestWaitMs,
      );
      timer.unref();
      const waiter: Waiter = {
        grant: (release) => {
          settle();
          resolve(release);
        },
      };
      signal?.addEventListener('abort', abort, { once: true });
      this.#waiting.set(key, (this.#waiting.get(key) ?? new Set()).add(waiter));
    });
  }

  #hasRoom(key: string): boolean {
    return this.#total < this.#limits.total && (this.#running.get(key) ?? 0) < this.#limits.perKey;
  }

  /**
   * A key with a backlog keeps to one slot while a key without one is served, because the backlog waits anyway. A key
   * with a long backlog always does: its requests load the process that the next person's request needs.
   */
  #mustYield(key: string): boolean {
    if (!this.#running.has(key)) return false;
    if ((this.#waiting.get(key)?.size ?? 0) > this.#limits.longBacklog) return true;
    for (const other of this.#running.keys()) if (other !== key && !this.#waiting.has(other)) return true;
    return false;
  }

  #take(key: string): ReleaseSlot {
    this.#total += 1;
    this.#running.set(key, (this.#running.get(key) ?? 0) + 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#total -= 1;
      const left = (this.#running.get(key) ?? 1) - 1;
      if (left === 0) this.#running.delete(key);
      else this.#running.set(key, left);
      this.#grantNext();
    };
  }

  #remove(key: string, waiter: Waiter): void {
    const queue = this.#waiting.get(key);
    queue?.delete(waiter);
    if (queue?.size === 0) this.#waiting.delete(key);
  }

  /** Grants the freed slots, one key after the other. */
  #grantNext(): void {
    for (const [key, queue] of this.#waiting) {
      if (this.#total >= this.#limits.total) return;
      const [waiter] = queue;
      if (waiter === undefined || !this.#hasRoom(key) || this.#mustYield(key)) continue;
      // The key moves behind all others. The loop reaches it again there and stops when no key has room.
      this.#waiting.delete(key);
      queue.delete(waiter);
      if (queue.size > 0) this.#waiting.set(key, queue);
      waiter.grant(this.#take(key));
    }
  }
}
