import 'server-only';
import type { CallbackKind } from '#lib/observations/index.ts';
import { mayComeOnce } from '../model/once-only.ts';

export type AdmissionLimits = {
  /** Admitted callbacks that are not answered yet. Each may hold a body of 64 KiB. */
  readonly maximumActive: number;
  /** Callbacks admitted per turn of the event loop, so that other work gets its share. */
  readonly maximumPerTurn: number;
  /** Callbacks in the queue, their bodies unread. The next one is refused at once. */
  readonly maximumQueued: number;
  /** A callback is refused after this time in the queue. */
  readonly maximumWaitMs: number;
};

type Waiting = { readonly since: number; readonly answer: (isAdmitted: boolean) => void };

/**
 * Admission control: admits only as many callbacks as can be stored soon, in their order of arrival. That bounds memory,
 * answers admitted callbacks in time and leaves turns of the event loop to other work. Callbacks queue before they
 * are refused, because a sender that is refused at once comes back at once, and refusals would use up the time for
 * storing.
 */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #waiting: Waiting[] = [];
  #active = 0;
  #admittedThisTurn = 0;
  #turn: NodeJS.Immediate | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
  }

  /** Runs `work` once it is admitted. Returns null if it is refused. `arrivedAt` is a time of `performance.now()`. */
  async admit<T>(work: (arrivedAt: number) => Promise<T>): Promise<T | null> {
    const arrivedAt = performance.now();
    if (!(await this.enter())) return null;
    try {
      return await work(arrivedAt);
    } finally {
      this.leave();
    }
  }

  /** Returns true once admitted, and then `leave` must follow; false if refused. Answers synchronously if it can. */
  enter(): boolean | Promise<boolean> {
    if (this.#isClosed || this.#waiting.length >= this.#limits.maximumQueued) return false;
    if (this.#waiting.length === 0 && this.#hasRoom()) return this.#admitNow();
    return new Promise((answer) => {
      this.#waiting.push({ since: performance.now(), answer });
      this.#timer ??= setTimeout(this.#refuseLate, this.#limits.maximumWaitMs);
    });
  }

  /** Ends an admission and admits the next callback. */
  leave(): void {
    this.#active -= 1;
    this.#admitNext();
  }

  /** Refuses the queue and every later callback. Admitted ones continue. */
  close(): void {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const { answer } of this.#waiting.splice(0)) answer(false);
  }

  #hasRoom(): boolean {
    const { maximumActive, maximumPerTurn } = this.#limits;
    return this.#active < maximumActive && this.#admittedThisTurn < maximumPerTurn;
  }

  #admitNow(): true {
    this.#active += 1;
    this.#admittedThisTurn += 1;
    this.#turn ??= setImmediate(this.#nextTurn);
    return true;
  }

  readonly #nextTurn = (): void => {
    this.#turn = null;
    this.#admittedThisTurn = 0;
    this.#admitNext();
  };

  #admitNext(): void {
    while (this.#hasRoom()) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      next.answer(this.#admitNow());
    }
  }

  readonly #refuseLate = (): void => {
    this.#timer = null;
    const now = performance.now();
    const oldestAllowed = now - this.#limits.maximumWaitMs;
    // With free capacity, a late admission is better than a refusal.
    this.#admitNext();
    while (this.#waiting[0] !== undefined && this.#waiting[0].since <= oldestAllowed)
      this.#waiting.shift()?.answer(false);
    const [first] = this.#waiting;
    if (first === undefined) return;
    this.#timer = setTimeout(this.#refuseLate, Math.max(5, first.since - oldestAllowed));
  };
}

/** The two admissions of a server. Neither waits for the other. */
export type Admissions = {
  /** For callbacks that the service repeats. */
  readonly repeated: Admission;
  /** For those that may come only once. They wait as long as it is useful to store them. */
  readonly once: Admission;
};

/** Returns the admission of a kind of callback. */
export const selectAdmission = ({ once, repeated }: Admissions, kind: CallbackKind): Admission =>
  mayComeOnce(kind) ? once : repeated;

/** Callbacks in the queue of either server, their bodies unread. */
const maximumQueued = 8_000;

/** The service sends few of these. A wait of 8 s here leaves 2 s for storing until the answer is due. */
const createOnceAdmission = (maximumPerTurn: number): Admission =>
  new Admission({ maximumActive: 128, maximumPerTurn, maximumQueued, maximumWaitMs: 8_000 });

/**
 * The admission of the web app. Its limits are lower than those of the commit queue, and only a few enter per turn, so that
 * pages are answered in between. The 1.1 s here and 0.6 s in the commit queue stay below the 2 seconds in which a refusal is
 * due.
 */
export const webAdmissions: Admissions = {
  repeated: new Admission({ maximumActive: 256, maximumPerTurn: 8, maximumQueued, maximumWaitMs: 1_100 }),
  once: createOnceAdmission(8),
};

/** The admission of the intake server. 0.8 s here and 0.6 s in the commit queue stay below the same 2 seconds. */
export const intakeAdmissions: Admissions = {
  repeated: new Admission({ maximumActive: 600, maximumPerTurn: 32, maximumQueued, maximumWaitMs: 800 }),
  once: createOnceAdmission(32),
};
