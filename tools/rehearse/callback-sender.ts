import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { encodeBody } from '../bench/requests.ts';

export type AcknowledgedCallback = { readonly depositId: string; readonly at: number };

/** Sends callbacks at a steady rate to each address in turn, and repeats what isn't acknowledged, as the service does. */
export type CallbackSender = {
  readonly acknowledged: readonly AcknowledgedCallback[];
  /** Milliseconds of the slowest answer of any status. */
  readonly slowestMs: () => number;
  /** The number of answers other than 200, and of broken connections. */
  readonly refused: () => number;
  /** Sends no new callback. Resolves when the last ones are acknowledged or `patienceMs` is over. */
  readonly end: (timeoutMs: number) => Promise<{ readonly unacknowledged: number }>;
};

const repeatMs = 500;

export function startSending(urls: readonly string[], perSecond: number): CallbackSender {
  const acknowledged: AcknowledgedCallback[] = [];
  const waiting = new Set<string>();
  let [isOn, isOver, slowest, refused, next] = [true, false, 0, 0, 0];

  async function deliver(depositId: string): Promise<void> {
    const body = encodeBody(depositId);
    while (!isOver) {
      const begun = performance.now();
      next += 1;
      try {
        const response = await fetch(urls[next % urls.length] ?? '', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: Buffer.from(body),
          signal: AbortSignal.timeout(10_000),
        });
        await response.body?.cancel();
        slowest = Math.max(slowest, performance.now() - begun);
        if (response.status === 200) {
          acknowledged.push({ depositId, at: Date.now() });
          waiting.delete(depositId);
          return;
        }
      } catch {
        slowest = Math.max(slowest, performance.now() - begun);
      }
      refused += 1;
      await pause(repeatMs);
    }
  }

  const timer = setInterval(() => {
    if (!isOn) return;
    const depositId = randomUUID();
    waiting.add(depositId);
    void deliver(depositId);
  }, 1_000 / perSecond);

  return {
    acknowledged,
    slowestMs: () => slowest,
    refused: () => refused,
    async end(timeoutMs) {
      isOn = false;
      clearInterval(timer);
      for (const until = Date.now() + timeoutMs; waiting.size > 0 && Date.now() < until; ) await pause(100);
      isOver = true;
      return { unacknowledged: waiting.size };
    },
  };
}

/** Returns the longest time in milliseconds between two answers that follow each other. */
export function longestGapMs(answers: readonly Pick<AcknowledgedCallback, 'at'>[]): number {
  const times = answers.map(({ at }) => at).toSorted((left, right) => left - right);
  return times.reduce((longest, at, index) => Math.max(longest, at - (times[index - 1] ?? at)), 0);
}
