import 'server-only';
import type { GroupLimits } from './group-commit.ts';
import { GroupCommit } from './group-commit.ts';

/**
 * Where what is about a record that somebody else holds waits for it, apart from everything else: a lane for each such
 * record, each with a group at a time. There are few, so that they do not take all connections: what would need one more
 * is refused.
 */
export class LockQueues<Item, Result> {
  readonly #commit: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly #limits: Omit<GroupLimits, 'mostAtOnce'>;
  readonly #mostLanes: number;
  /** By every record that holds one up. */
  readonly #lanes = new Map<string, Lane<Item, Result>>();

  constructor(
    commit: (items: readonly Item[]) => Promise<readonly Result[]>,
    { mostLanes, ...limits }: Omit<GroupLimits, 'mostAtOnce'> & { readonly mostLanes: number },
  ) {
    this.#commit = commit;
    this.#limits = limits;
    this.#mostLanes = mostLanes;
  }

  /** Whether anything waits: else there is no need to look what an item is about. */
  get isEmpty(): boolean {
    return this.#lanes.size === 0;
  }

  /** Whether something that is about one of these records waits already. */
  has(records: readonly string[]): boolean {
    return records.some((record) => this.#lanes.has(record));
  }

  /** Answers once the item is committed, or 'refused'. Rejects with what `commit` throws. */
  async submit(records: readonly string[], item: Item): Promise<Result | 'refused'> {
    const lane = this.#laneOf(records);
    if (lane === null) return 'refused';
    lane.waiting += 1;
    try {
      return await lane.group.submit(item);
    } finally {
      lane.waiting -= 1;
      if (lane.waiting === 0)
        for (const [record, other] of this.#lanes) if (other === lane) this.#lanes.delete(record);
    }
  }

  #laneOf(records: readonly string[]): Lane<Item, Result> | null {
    const known = records.flatMap((record) => this.#lanes.get(record) ?? [])[0];
    if (known === undefined && new Set(this.#lanes.values()).size >= this.#mostLanes) return null;
    const lane = known ?? {
      group: new GroupCommit(this.#commit, { ...this.#limits, mostAtOnce: 1 }),
      waiting: 0,
    };
    for (const record of records) if (!this.#lanes.has(record)) this.#lanes.set(record, lane);
    return lane;
  }
}

type Lane<Item, Result> = { readonly group: GroupCommit<Item, Result>; waiting: number };
