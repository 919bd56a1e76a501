import 'server-only';

const minuteMs = 60_000;

/**
 * Bounds the lines that strangers can cause, so that a flood of requests doesn't fill the disk with log. Counts by the
 * minute.
 */
export class BoundedLog {
  readonly #perMinute: number;
  #minute = 0;
  #lines = 0;

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
  }

  /** Returns whether to write a line, and how many were left out in the minute of the line before. */
  admit(now: number): { readonly isAdmitted: boolean; readonly leftOut: number } {
    const minute = Math.floor(now / minuteMs);
    const isNext = minute !== this.#minute;
    const leftOut = isNext ? Math.max(0, this.#lines - this.#perMinute) : 0;
    if (isNext) {
      this.#minute = minute;
      this.#lines = 0;
    }
    this.#lines += 1;
    return { isAdmitted: this.#lines <= this.#perMinute, leftOut };
  }
}
