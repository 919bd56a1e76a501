import 'server-only';
import { setTimeout as pause } from 'node:timers/promises';

export type AdmissionLimits = {
  /** Callbacks between their address and their answer: each may hold a body of 64 KiB. */
  readonly mostInside: number;
  /** Refusals that are held back at once; the next is given at once. */
  readonly mostHeld: number;
  readonly holdMs: number;
};

/**
 * Lets in no more callbacks than can be kept soon, so that memory is bounded and what is let in is answered in time.
 * A refusal is held back for a moment: whoever is refused at once comes again at once, and refusing would take the time
 * that keeping needs.
 */
export class Admission {
  readonly #limits: AdmissionLimits;
  #inside = 0;
  #held = 0;

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
  }

  /** Runs `work` where there is room for it. Null: there is none. */
  async admit<T>(work: () => Promise<T>): Promise<T | null> {
    if (this.#inside >= this.#limits.mostInside) {
      await this.#hold();
      return null;
    }
    this.#inside += 1;
    try {
      return await work();
    } finally {
      this.#inside -= 1;
    }
  }

  async #hold(): Promise<void> {
    if (this.#held >= this.#limits.mostHeld) return;
    this.#held += 1;
    await pause(this.#limits.holdMs);
    this.#held -= 1;
  }
}

/** One for every door of this process. Sooner than the 2 seconds in which a refusal is due. */
export const admission = new Admission({ mostInside: 600, mostHeld: 2_000, holdMs: 700 });
