import 'server-only';

export type AdmissionLimits = {
  /** Callbacks between being let in and their answer: each may hold a body of 64 KiB. */
  readonly mostInside: number;
  /** Callbacks that are let in between two looks at what else there is to do. */
  readonly mostAtOnce: number;
  /** Callbacks that wait for their turn, their bodies unread; the next is refused at once. */
  readonly mostWaiting: number;
  /** Whoever has waited for longer is refused. */
  readonly longestWaitMs: number;
};

type Waiting = { readonly since: number; readonly answer: (isIn: boolean) => void };

/**
 * Lets in no more callbacks than can be kept soon, in the order in which they came, so that memory is bounded, what is
 * let in is answered in time, and everything else that the process does has its turn between them. Nobody is refused
 * sooner than need be: whoever is refused at once comes again at once, and refusing would take the time that keeping
 * needs.
 */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #waiting: Waiting[] = [];
  #inside = 0;
  #letInThisTurn = 0;
  #turn: NodeJS.Immediate | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
  }

  /** Runs `work` where there is room for it in time. Null: there is none. */
  async admit<T>(work: () => Promise<T>): Promise<T | null> {
    if (!(await this.enter())) return null;
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  /** Whether whoever asks is let in, as soon as that is known; who is must `leave` again. */
  enter(): boolean | Promise<boolean> {
    if (this.#isClosed || this.#waiting.length >= this.#limits.mostWaiting) return false;
    if (this.#waiting.length === 0 && this.#hasRoom()) return this.#letIn();
    return new Promise((answer) => {
      this.#waiting.push({ since: performance.now(), answer });
      this.#timer ??= setTimeout(this.#refuseLate, this.#limits.longestWaitMs);
    });
  }

  leave(): void {
    this.#inside -= 1;
    this.#callNext();
  }

  /** From now on everybody is refused: who waits, and who comes. Who is inside stays. */
  close(): void {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const { answer } of this.#waiting.splice(0)) answer(false);
  }

  #hasRoom(): boolean {
    const { mostInside, mostAtOnce } = this.#limits;
    return this.#inside < mostInside && this.#letInThisTurn < mostAtOnce;
  }

  #letIn(): true {
    this.#inside += 1;
    this.#letInThisTurn += 1;
    this.#turn ??= setImmediate(this.#nextTurn);
    return true;
  }

  readonly #nextTurn = (): void => {
    this.#turn = null;
    this.#letInThisTurn = 0;
    this.#callNext();
  };

  #callNext(): void {
    while (this.#hasRoom()) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      next.answer(this.#letIn());
    }
  }

  readonly #refuseLate = (): void => {
    this.#timer = null;
    const now = performance.now();
    const before = now - this.#limits.longestWaitMs;
    // Where there is room they come in late rather than not at all.
    this.#callNext();
    while (this.#waiting[0] !== undefined && this.#waiting[0].since <= before)
      this.#waiting.shift()?.answer(false);
    const [first] = this.#waiting;
    if (first === undefined) return;
    this.#timer = setTimeout(this.#refuseLate, Math.max(5, first.since - before));
  };
}

/**
 * One for every door of this process. 0.8 s here and 0.6 s in the queue of commits are less than the 2 seconds in
 * which a refusal is due.
 */
export const admission = new Admission({
  mostInside: 600,
  mostAtOnce: 32,
  mostWaiting: 8_000,
  longestWaitMs: 800,
});
