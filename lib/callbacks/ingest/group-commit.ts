import 'server-only';

/** Limits of a batch and of the queue before it. */
export type GroupLimits = {
  /** Items of one batch. */
  readonly maximumBatchSize: number;
  /** Batches that run at the same time. */
  readonly maximumConcurrent: number;
  /** Time for which the first item of a batch waits for others. */
  readonly gatherMs: number;
  /** Items in the queue. The next one is refused. */
  readonly maximumQueued: number;
  /** An item is refused after this time in the queue. */
  readonly maximumWaitMs: number;
};

type Waiting<Item, Result> = {
  readonly item: Item;
  readonly since: number;
  readonly answer: (result: Result | 'refused') => void;
  readonly fail: (failure: unknown) => void;
};

/**
 * Group commit: commits items that arrive at the same time as one batch. Under load it runs as fast as the database,
 * otherwise each item is committed at once. `commit` returns one result per item, in their order. Items that wait too
 * long are refused.
 */
export class GroupCommit<Item, Result> {
  readonly #commit: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly #limits: GroupLimits;
  #waiting: Waiting<Item, Result>[] = [];
  #running = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(commit: (items: readonly Item[]) => Promise<readonly Result[]>, limits: GroupLimits) {
    this.#commit = commit;
    this.#limits = limits;
  }

  /** Resolves once the item is committed, or with 'refused'. Rejects with the error of `commit`. */
  submit(item: Item): Promise<Result | 'refused'> {
    if (this.#waiting.length >= this.#limits.maximumQueued) return Promise.resolve('refused');
    return new Promise((answer, fail) => {
      this.#waiting.push({ item, since: performance.now(), answer, fail });
      this.#schedule();
    });
  }

  /** Starts a batch that is full or due, and sets a timer for the rest of the queue. */
  #schedule(): void {
    const { maximumBatchSize, maximumConcurrent, gatherMs, maximumWaitMs } = this.#limits;
    const now = performance.now();
    this.#refuseLate(now - maximumWaitMs);
    while (this.#running < maximumConcurrent && this.#isDue(now - gatherMs))
      void this.#run(this.#waiting.splice(0, maximumBatchSize));
    const first = this.#waiting[0];
    if (first === undefined || this.#timer !== null) return;
    const timeoutMs = this.#running < maximumConcurrent ? gatherMs : maximumWaitMs;
    this.#timer = setTimeout(
      () => {
        this.#timer = null;
        this.#schedule();
      },
      Math.max(1, first.since + timeoutMs - now),
    );
  }

  #isDue(deadline: number): boolean {
    const [first] = this.#waiting;
    if (first === undefined) return false;
    return this.#waiting.length >= this.#limits.maximumBatchSize || first.since <= deadline;
  }

  #refuseLate(deadline: number): void {
    while (this.#waiting[0] !== undefined && this.#waiting[0].since <= deadline)
      this.#waiting.shift()?.answer('refused');
  }

  async #run(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    this.#running += 1;
    try {
      const results = await this.#commit(batch.map(({ item }) => item));
      for (const [index, { answer, fail }] of batch.entries()) {
        const result = results[index];
        if (result === undefined) fail(new Error('a batch was committed without a result for each item'));
        else answer(result);
      }
    } catch (failure) {
      for (const { fail } of batch) fail(failure);
    } finally {
      this.#running -= 1;
      if (this.#timer !== null) clearTimeout(this.#timer);
      this.#timer = null;
      this.#schedule();
    }
  }
}
