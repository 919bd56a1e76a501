import 'server-only';
import type { GroupLimits } from './group-commit.ts';
import { GroupCommit } from './group-commit.ts';

/**
 * Queues for items about locked records, so that other items don't wait with them. Each queue belongs to one or more
 * records and commits one batch at a time. The number of queues is limited, because each one holds a connection: an item
 * that would need a further queue is refused.
 */
export class LockQueues<Item, Result> {
  readonly #commit: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly #limits: Omit<GroupLimits, 'maximumConcurrent'>;
  readonly #maximumQueues: number;
  /** The queues by each of their records. */
  readonly #queues = new Map<string, LockQueue<Item, Result>>();

  constructor(
    commit: (items: readonly Item[]) => Promise<readonly Result[]>,
    { maximumQueues, ...limits }: Omit<GroupLimits, 'maximumConcurrent'> & { readonly maximumQueues: number },
  ) {
    this.#commit = commit;
    this.#limits = limits;
    this.#maximumQueues = maximumQueues;
  }

  /** True if no item waits, so that callers needn't determine the records of an item. */
  get isEmpty(): boolean {
    return this.#queues.size === 0;
  }

  /** Returns true if an item about one of these records waits. */
  has(records: readonly string[]): boolean {
    return records.some((record) => this.#queues.has(record));
  }

  /** Resolves once the item is committed, or with 'refused'. Rejects with the error of `commit`. */
  async submit(records: readonly string[], item: Item): Promise<Result | 'refused'> {
    const queue = this.#findQueue(records);
    if (queue === null) return 'refused';
    queue.waiting += 1;
    try {
      return await queue.commit.submit(item);
    } finally {
      queue.waiting -= 1;
      if (queue.waiting === 0)
        for (const [record, other] of this.#queues) if (other === queue) this.#queues.delete(record);
    }
  }

  #findQueue(records: readonly string[]): LockQueue<Item, Result> | null {
    const existing = records.flatMap((record) => this.#queues.get(record) ?? [])[0];
    if (existing === undefined && new Set(this.#queues.values()).size >= this.#maximumQueues) return null;
    const queue = existing ?? {
      commit: new GroupCommit(this.#commit, { ...this.#limits, maximumConcurrent: 1 }),
      waiting: 0,
    };
    for (const record of records) if (!this.#queues.has(record)) this.#queues.set(record, queue);
    return queue;
  }
}

type LockQueue<Item, Result> = { readonly commit: GroupCommit<Item, Result>; waiting: number };
