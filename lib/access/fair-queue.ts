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

/** A request that holds a slot or waits for one. */
type Holder = { key: string; readonly group: string };

type Waiter = Holder & { readonly grant: (release: ReleaseSlot) => void };

type AcquireOptions = {
  readonly signal?: AbortSignal | undefined;
  /** Keys with the same group, such as the people of a business, also share fairly with other groups. */
  readonly group?: string | undefined;
  /** Called if the request has to wait. */
  readonly onQueued?: () => void;
};

function move<Item extends Holder>(sets: Map<string, Set<Item>>, from: string, to: string): void {
  const moved = sets.get(from);
  if (moved === undefined) return;
  sets.delete(from);
  const target = sets.get(to) ?? new Set();
  for (const item of moved) {
    item.key = to;
    target.add(item);
  }
  sets.set(to, target);
}

/**
 * Grants slots first in, first out for each key and round robin between keys, so that a key with many requests delays
 * only its own. A key without a backlog goes first, and a group with fewer slots goes before one with more. State is in
 * memory, for this process alone.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  readonly #running = new Map<string, Set<Holder>>();
  /** Slots in use by group. */
  readonly #groups = new Map<string, number>();
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
   * Resolves with the release of a slot.
   * @throws QueueRefusal if the queue is full or the wait takes too long; the signal's reason if it is aborted.
   */
  acquire(key: string, options: AcquireOptions = {}): Promise<ReleaseSlot> {
    const { signal, group = key, onQueued } = options;
    if (signal?.aborted) return Promise.reject(signal.reason);
    const queue = this.#waiting.get(key);
    if (queue === undefined && this.#hasRoom(key)) return Promise.resolve(this.#take({ key, group }));
    if ((queue?.size ?? 0) >= this.#limits.waitingPerKey)
      return Promise.reject(new QueueRefusal('the queue is full'));
    onQueued?.();
    return this.#wait({ key, group }, signal);
  }

  /** Counts the requests of one key under another, because both turned out to belong to the same person. */
  merge(from: string, to: string): void {
    if (from === to) return;
    move(this.#running, from, to);
    move(this.#waiting, from, to);
  }

  #wait(holder: Holder, signal: AbortSignal | undefined): Promise<ReleaseSlot> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      };
      const fail = (reason: unknown) => {
        settle();
        this.#remove(waiter);
        reject(reason);
      };
      const abort = () => fail(signal?.reason);
      const timer = setTimeout(
        () => fail(new QueueRefusal('the wait took too long')),
        this.#limits.longestWaitMs,
      );
      timer.unref();
      const waiter: Waiter = {
        ...holder,
        grant: (release) => {
          settle();
          resolve(release);
        },
      };
      signal?.addEventListener('abort', abort, { once: true });
      this.#waiting.set(holder.key, (this.#waiting.get(holder.key) ?? new Set()).add(waiter));
    });
  }

  #hasRoom(key: string): boolean {
    const { total, perKey } = this.#limits;
    return this.#total < total && (this.#running.get(key)?.size ?? 0) < perKey;
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

  #take(from: Holder): ReleaseSlot {
    const slot: Holder = { key: from.key, group: from.group };
    this.#total += 1;
    this.#groups.set(slot.group, this.#countGroup(slot.group) + 1);
    this.#running.set(slot.key, (this.#running.get(slot.key) ?? new Set()).add(slot));
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#total -= 1;
      const left = this.#countGroup(slot.group) - 1;
      if (left === 0) this.#groups.delete(slot.group);
      else this.#groups.set(slot.group, left);
      const slots = this.#running.get(slot.key);
      slots?.delete(slot);
      if (slots?.size === 0) this.#running.delete(slot.key);
      this.#grantNext();
    };
  }

  #countGroup(group: string): number {
    return this.#groups.get(group) ?? 0;
  }

  #remove(waiter: Waiter): void {
    const queue = this.#waiting.get(waiter.key);
    queue?.delete(waiter);
    if (queue?.size === 0) this.#waiting.delete(waiter.key);
  }

  /** Returns the waiting request whose turn is next: of the group with the fewest slots, then in the order of the keys. */
  #findNext(): Waiter | null {
    let next: Waiter | null = null;
    for (const [key, [waiter]] of this.#waiting) {
      if (waiter === undefined || !this.#hasRoom(key) || this.#mustYield(key)) continue;
      if (next === null || this.#countGroup(waiter.group) < this.#countGroup(next.group)) next = waiter;
    }
    return next;
  }

  /** Grants the freed slots, one key after the other. */
  #grantNext(): void {
    for (let next = this.#findNext(); next !== null; next = this.#findNext()) {
      const queue = this.#waiting.get(next.key);
      // The key moves behind all others.
      this.#waiting.delete(next.key);
      queue?.delete(next);
      if (queue !== undefined && queue.size > 0) this.#waiting.set(next.key, queue);
      next.grant(this.#take(next));
    }
  }
}
