import 'server-only';
import type { IncomingMessage } from 'node:http';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { systemClock } from '#lib/platform/clock.ts';
import { parseRetryAfter } from '#lib/service/index.ts';
import { storableText } from '#lib/values/storable-text.ts';
import type { DeliveryProblem } from './model.ts';
import { attemptTimeoutMs, longestPauseMs, maximumAnswer } from './model.ts';
import type { Target } from './target-address.ts';
import { resolveTargets, toLookup } from './target-address.ts';

/** The result of an attempt. */
export type Attempt = {
  readonly httpStatus: number | null;
  /** The beginning of the answer. */
  readonly answer: string | null;
  readonly problem: DeliveryProblem | null;
  /** The pause that the receiver asks for. */
  readonly retryAfterMs: number;
};

const failed = (problem: DeliveryProblem): Attempt => ({
  httpStatus: null,
  answer: null,
  retryAfterMs: 0,
  problem,
});

/** Reads the beginning of an answer, then closes the connection. */
async function readAnswer(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  // Ending the loop destroys the stream.
  for await (const part of response) {
    const bytes = Buffer.from(part);
    parts.push(bytes);
    length += bytes.byteLength;
    if (length >= maximumAnswer) break;
  }
  return storableText(Buffer.concat(parts).subarray(0, maximumAnswer).toString());
}

function readRetryAfter(text: string | undefined): number {
  const now = systemClock.now();
  return (parseRetryAfter(text, now, longestPauseMs) ?? now) - now;
}

/** Calls `onStatus` with the status as soon as it arrives: a receiver that never ends its answer has answered. */
function post(
  url: URL,
  targets: readonly Target[],
  {
    headers,
    body,
    signal,
    onStatus,
  }: Message & { readonly signal: AbortSignal; readonly onStatus: (attempt: Attempt) => void },
): Promise<Attempt> {
  const { promise, resolve, reject } = Promise.withResolvers<Attempt>();
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const request = send(
    url,
    {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      signal,
      agent: false,
      // Connects to the addresses that were checked: Node tries the next one soon after the one before it. The name is resolved
      // no second time, and stays that of the certificate.
      lookup: toLookup(targets),
    },
    (response) => {
      const attempt: Attempt = {
        httpStatus: response.statusCode ?? null,
        answer: null,
        problem: null,
        retryAfterMs: readRetryAfter(response.headers['retry-after']),
      };
      onStatus(attempt);
      readAnswer(response).then(
        (answer) => resolve({ ...attempt, answer }),
        () => resolve(attempt),
      );
    },
  );
  request.on('error', reject);
  // Node ends a request without a listener for another protocol in silence.
  request.on('upgrade', ({ statusCode = null }, socket) => {
    socket.destroy();
    resolve({ httpStatus: statusCode, answer: null, problem: null, retryAfterMs: 0 });
  });
  request.end(body);
  return promise;
}

type Message = { readonly headers: Readonly<Record<string, string>>; readonly body: string };

/**
 * Sends an event once. It connects only to a public address, follows no redirect, reads 2 kB of the answer, and ends after
 * ten seconds.
 */
export async function sendEvent(address: string, message: Message): Promise<Attempt> {
  const signal = AbortSignal.timeout(attemptTimeoutMs);
  const url = new URL(address);
  const late = new Promise<'late'>((resolve) =>
    signal.addEventListener('abort', () => resolve('late'), { once: true }),
  );
  const targets = await Promise.race([resolveTargets(url, signal), late]);
  if (targets === 'late') return failed('timeout');
  if (targets.length === 0) return failed('address');
  let answered: Attempt | undefined;
  const onStatus = (attempt: Attempt) => {
    answered = attempt;
  };
  try {
    const attempt = await Promise.race([post(url, targets, { ...message, signal, onStatus }), late]);
    return attempt === 'late' ? (answered ?? failed('timeout')) : attempt;
  } catch {
    return answered ?? failed(signal.aborted ? 'timeout' : 'connection');
  }
}

/** Returns true if the receiver accepted the event. A redirect is a failure. */
export const isAccepted = ({ httpStatus }: Attempt): boolean =>
  httpStatus !== null && httpStatus >= 200 && httpStatus < 300;
