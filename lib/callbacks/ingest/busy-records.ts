import 'server-only';

/** The most records that are remembered. The oldest ones are forgotten first. */
const maximumRecords = 10_000;

/**
 * Remembers for a few seconds which records stayed locked, so that further callbacks about them don't make others wait for
 * the same lock.
 */
export class BusyRecords {
  readonly #rememberMs: number;
  readonly #busyUntil = new Map<string, number>();

  constructor(rememberMs: number) {
    this.#rememberMs = rememberMs;
  }

  /** True if none is remembered, so that callers needn't determine the records of a callback. */
  get isEmpty(): boolean {
    return this.#busyUntil.size === 0;
  }

  add(records: readonly string[], now = performance.now()): void {
    for (const record of records) {
      this.#busyUntil.delete(record);
      this.#busyUntil.set(record, now + this.#rememberMs);
    }
    for (const [record, until] of this.#busyUntil) {
      if (until > now && this.#busyUntil.size <= maximumRecords) break;
      this.#busyUntil.delete(record);
    }
  }

  /** Returns true if one of these records is busy. */
  has(records: readonly string[], now = performance.now()): boolean {
    const isBusy = records.some((record) => (this.#busyUntil.get(record) ?? 0) > now);
    if (!isBusy) for (const record of records) this.#busyUntil.delete(record);
    return isBusy;
  }
}
