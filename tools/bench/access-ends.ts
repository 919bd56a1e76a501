import { setTimeout as pause } from 'node:timers/promises';
import { Connection } from './connection.ts';
import { measureRequest } from './pages-requests.ts';

/** The end of a person's access, measured from its commit, in milliseconds. */
export type AccessEnd = {
  /** Until the first refused answer arrived. */
  readonly refusalMs: number;
  /** Until the open stream ended. Null if it didn't within `streamLimitMs`. */
  readonly streamMs: number | null;
  /** Answers that were sent after the commit and still allowed. 0: the next request is refused. */
  readonly allowedAfterCommit: number;
};

const refusalLimitMs = 10_000;
const streamLimitMs = 30_000;

type Stream = {
  readonly hasStarted: Promise<void>;
  readonly ended: Promise<number>;
  readonly stop: () => void;
};

/** Opens the live stream of a business. `ended` resolves to the time of its end. */
function openLiveStream(url: string, cookie: string): Stream {
  const controller = new AbortController();
  const started = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<number>();
  // The caller reports a failure when it waits for the promise.
  started.promise.catch(() => undefined);
  ended.promise.catch(() => undefined);
  const read = async () => {
    const response = await fetch(url, { headers: { cookie }, signal: controller.signal });
    if (response.status !== 200 || response.body === null)
      throw new Error(`the live stream answered ${response.status}`);
    const reader = response.body.getReader();
    for (;;) {
      const { done } = await reader.read();
      if (done) return performance.now();
      started.resolve();
    }
  };
  read().then(ended.resolve, (error: unknown) => {
    started.reject(error);
    // A server may also reset the connection.
    ended.resolve(performance.now());
  });
  return { hasStarted: started.promise, ended: ended.promise, stop: () => controller.abort() };
}

/**
 * Ends a person's access while they send one request after the other and have a stream open. `path` is what they may no
 * longer read afterwards, and `live` their stream.
 */
export async function measureAccessEnd(
  address: string,
  { path, live, cookie }: { readonly path: string; readonly live: string; readonly cookie: string },
  end: () => Promise<unknown>,
): Promise<AccessEnd> {
  const stream = openLiveStream(`${address}${live}`, cookie);
  const connection = new Connection(Number(new URL(address).port));
  const request = measureRequest(path, cookie);
  try {
    await stream.hasStarted;
    if ((await connection.ask(request)) !== 200) throw new Error(`${path} is refused before the access ends`);
    const answers: { readonly sentAt: number; readonly at: number; readonly status: number }[] = [];
    let isOver = false;
    const requests = (async () => {
      while (!isOver) {
        const sentAt = performance.now();
        const status = await connection.ask(request);
        answers.push({ sentAt, at: performance.now(), status });
        if (status !== 200) return;
      }
    })();
    await pause(200);
    await end();
    const committedAt = performance.now();
    await Promise.race([requests, pause(refusalLimitMs, null, { ref: false })]);
    isOver = true;
    const refused = answers.find(({ status }) => status !== 200);
    if (refused === undefined) throw new Error(`${path} was still allowed after ${refusalLimitMs} ms`);
    if (![401, 403, 404].includes(refused.status)) throw new Error(`${path} answered ${refused.status}`);
    const endedAt = await Promise.race([stream.ended, pause(streamLimitMs, null, { ref: false })]);
    return {
      refusalMs: Math.max(0, refused.at - committedAt),
      streamMs: endedAt === null ? null : Math.max(0, endedAt - committedAt),
      allowedAfterCommit: answers.filter(({ sentAt, status }) => sentAt > committedAt && status === 200)
        .length,
    };
  } finally {
    connection.close();
    stream.stop();
  }
}
