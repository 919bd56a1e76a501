import 'server-only';
import type { IncomingMessage } from 'node:http';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { storableText } from '#lib/values/storable-text.ts';
import type { DeliveryProblem } from './model.ts';
import { attemptTimeoutMs, maximumAnswer } from './model.ts';
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
  ...{ httpStatus: null, answer: null, retryAfterMs: 0 },
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

/** Reads a number of seconds. A date isn't supported. */
const readRetryAfter = (text: string | undefined): number =>
  text !== undefined && /^\d{1,6}$/.test(text) ? Number.parseInt(text, 10) * 1_000 : 0;

function post(
  url: URL,
  targets: readonly Target[],
  { headers, body, signal }: Message & { readonly signal: AbortSignal },
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
      const httpStatus = response.statusCode ?? null;
      const retryAfterMs = readRetryAfter(response.headers['retry-after']);
      readAnswer(response).then(
        (answer) => resolve({ httpStatus, answer, problem: null, retryAfterMs }),
        // The status has arrived, so the receiver has answered.
        () => resolve({ httpStatus, answer: null, problem: null, retryAfterMs }),
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
  try {
    const attempt = await Promise.race([post(url, targets, { ...message, signal }), late]);
    return attempt === 'late' ? failed('timeout') : attempt;
  } catch {
    return failed(signal.aborted ? 'timeout' : 'connection');
  }
}

/** Returns true if the receiver accepted the event. A redirect is a failure. */
export const isAccepted = ({ httpStatus }: Attempt): boolean =>
  httpStatus !== null && httpStatus >= 200 && httpStatus < 300;
