import 'server-only';

/**
 * Limits the open streams of a person. A stream beyond the limit closes the oldest one. Counts in memory, for this
 * process alone.
 */
export class StreamLimit {
  readonly #limit: number;
  /** Streams in the order in which they were opened. */
  readonly #open = new Map<string, Set<AbortController>>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return [...this.#open.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** Returns the signal that closes the new stream, and a function to call when the stream has ended. */
  open(key: string): { readonly closed: AbortSignal; readonly release: () => void } {
    const streams = this.#open.get(key) ?? new Set<AbortController>();
    this.#open.set(key, streams);
    const stream = new AbortController();
    streams.add(stream);
    const release = () => {
      streams.delete(stream);
      if (streams.size === 0 && this.#open.get(key) === streams) this.#open.delete(key);
    };
    const [oldest] = streams;
    if (streams.size > this.#limit && oldest !== undefined) {
      streams.delete(oldest);
      oldest.abort();
    }
    return { closed: stream.signal, release };
  }
}
