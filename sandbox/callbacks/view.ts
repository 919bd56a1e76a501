import type { Attempt, Callback } from '../storage/callbacks.ts';
import type { Store } from '../storage/store.ts';

/** An attempt for the panel and its API: the request and the response. Seconds on the sandbox's clock. */
export type AttemptView = Omit<Attempt, 'body' | 'headers' | 'at'> & {
  at: number;
  headers: unknown;
  body: string;
};

function attemptView(callback: Callback, attempt: Attempt): AttemptView {
  const { body, headers, at, ...rest } = attempt;
  return {
    ...rest,
    at: Math.floor(at / 1000),
    headers: JSON.parse(headers),
    body: body === null ? callback.body : Buffer.from(body).toString('utf8'),
  };
}

/**
 * Returns a callback with its latest attempts. `body` is the intended text. Faults may have changed the one that
 * was sent.
 */
export function toCallbackView(store: Store, callback: Callback, mostAttempts = 20) {
  const { seq, created, next, ...rest } = callback;
  return {
    ...rest,
    cursor: seq,
    createdAt: Math.floor(created / 1000),
    nextAttemptAt: next === null ? null : Math.floor(next / 1000),
    attemptCount: store.callbacks.countAttempts(callback.id),
    attempts: store.callbacks
      .attempts(callback.id, mostAttempts)
      .map((attempt) => attemptView(callback, attempt)),
  };
}
