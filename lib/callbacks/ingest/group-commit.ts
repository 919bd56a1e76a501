import 'server-only';

/** How a group is gathered, and how much may wait. */
export type GroupLimits = {
  /** Items of one group, at most. */
  readonly mostTogether: number;
  /** Groups under way at once. */
  readonly mostAtOnce: number;
  /** How long the first of a group waits for others. */
  readonly gatherMs: number;
  /** Items that wait for their group; whoever comes then is refused. */
  readonly mostWaiting: number;
  /** Whoever has waited longer than this without a group is refused. */
  readonly longestWaitMs: number;
};

type Waiting<Item, Result> = {
  readonly item: Item;
  readonly since: number;
  readonly answer: (result: Result | 'refused') => void;
  readonly fail: (failure: unknown) => void;
};

/**
 * Commits what comes at the same time together: as fast as the database where much comes, and at once where little
 * does. `commit` answers one result for each item, in their order. What could not be begun soon enough is refused.
 */
export class GroupCommit<Item, Result> {
  readonly #commit: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly #limits: GroupLimits;
  #waiting: Waiting<Item, Result>[] = [];
  #underWay = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(commit: (items: readonly Item[]) => Promise<readonly Result[]>, limits: GroupLimits) {
    this.#commit = commit;
    this.#limits = limits;
  }

  /** Answers once the item is committed, or 'refused'. Rejects with what `commit` throws. */
  submit(item: Item): Promise<Result | 'refused'> {
    if (this.#waiting.length >= this.#limits.mostWaiting) return Promise.resolve('refused');
    return new Promise((answer, fail) => {
      this.#waiting.push({ item, since: performance.now(), answer, fail });
      this.#look();
    });
  }

  /** Begins a group where one is full or has waited, and comes back for what is left. */
  #look(): void {
    const { mostTogether, mostAtOnce, gatherMs, longestWaitMs } = this.#limits;
    const now = performance.now();
    this.#refuseLate(now - longestWaitMs);
    while (this.#underWay < mostAtOnce && this.#isDue(now - gatherMs))
      void this.#begin(this.#waiting.splice(0, mostTogether));
    const first = this.#waiting[0];
    if (first === undefined || this.#timer !== null) return;
    const patience = this.#underWay < mostAtOnce ? gatherMs : longestWaitMs;
    this.#timer = setTimeout(
      () => {
        this.#timer = null;
        this.#look();
      },
      Math.max(1, first.since + patience - now),
    );
  }

  #isDue(before: number): boolean {
    const [first] = this.#waiting;
    if (first === undefined) return false;
    return this.#waiting.length >= this.#limits.mostTogether || first.since <= before;
  }

  #refuseLate(before: number): void {
    while (this.#waiting[0] !== undefined && this.#waiting[0].since <= before)
      this.#waiting.shift()?.answer('refused');
  }

  async #begin(group: readonly Waiting<Item, Result>[]): Promise<void> {
    this.#underWay += 1;
    try {
      const results = await this.#commit(group.map(({ item }) => item));
      for (const [index, { answer, fail }] of group.entries()) {
        const result = results[index];
        if (result === undefined) fail(new Error('a group was committed without an answer for each'));
        else answer(result);
      }
    } catch (failure) {
      for (const { fail } of group) fail(failure);
    } finally {
      this.#underWay -= 1;
      if (this.#timer !== null) clearTimeout(this.#timer);
      this.#timer = null;
      this.#look();
    }
  }
}
