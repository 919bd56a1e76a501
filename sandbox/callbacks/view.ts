import type { Attempt, Callback } from '../storage/callbacks.ts';
import type { Store } from '../storage/store.ts';

/** An attempt as the panel and its API show it: what went out, what came back. Seconds on the sandbox's clock. */
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

/** A callback with its latest attempts. `body` is the text as it should be; faults may have sent another. */
export function callbackView(store: Store, callback: Callback, mostAttempts = 20) {
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
