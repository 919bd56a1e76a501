import 'server-only';

/** A finished outage, for its last log line. */
export type EndedOutage = { readonly failures: number; readonly seconds: number };

/** Counts the failures of one outage, so that it takes a log line at its beginning and one at its end. */
export class OutageLog {
  readonly #now: () => number;
  #reason: string | null = null;
  #failures = 0;
  #since = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Records a failure. Returns true if it has a line of its own: the first one, and one for another reason. */
  fail(reason: string): boolean {
    if (this.#failures === 0) this.#since = this.#now();
    this.#failures += 1;
    const isNew = this.#reason !== reason;
    this.#reason = reason;
    return isNew;
  }

  /** Records a success. Returns the outage that it ends, or null. */
  succeed(): EndedOutage | null {
    if (this.#failures === 0) return null;
    const ended = { failures: this.#failures, seconds: Math.round((this.#now() - this.#since) / 1_000) };
    this.#reason = null;
    this.#failures = 0;
    return ended;
  }
}
