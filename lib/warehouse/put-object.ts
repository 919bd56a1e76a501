import 'server-only';
import { createReadStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { resolveTargets, toLookup } from '#lib/events/index.ts';
import type { WarehouseProblem } from './model.ts';
import type { WarehouseSettings } from './schema.ts';
import type { StorageKey } from './sign-request.ts';
import { encodePart, signPut } from './sign-request.ts';

/** The storage could not take a file. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly kind: WarehouseProblem;
  readonly detail: string;
  constructor(kind: WarehouseProblem, detail = '') {
    super(`${kind} ${detail}`.trim());
    this.kind = kind;
    this.detail = detail;
  }
}

const maximumAnswer = 4_096;
/** A storage that sends nothing for this long is given up. */
const silenceMs = 60_000;

async function readAnswer(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of response) {
    text += String(part);
    if (text.length >= maximumAnswer) break;
  }
  return text;
}

/** Describes a refusal by its status and the code of the storage, such as AccessDenied. */
const describeRefusal = (status: number, answer: string): string =>
  [String(status), /<Code>([A-Za-z]{1,60})<\/Code>/.exec(answer)?.[1] ?? ''].join(' ').trim();

/** The address of an object, with the bucket in its path. */
const toObjectUrl = ({ url, bucket }: Pick<WarehouseSettings, 'url' | 'bucket'>, name: string): URL => {
  const base = url.replace(/\/+$/, '');
  return new URL(`${base}/${[bucket, ...name.split('/')].map(encodePart).join('/')}`);
};

/** The longest time for a file: five minutes, and a second for each 256 kB. */
const findTimeLimit = (bytes: number): number => 5 * 60_000 + Math.ceil(bytes / 262_144) * 1_000;

type StoredFile = {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
};

/** Sends a file, and waits for the answer. @throws StorageError, and errors of the connection. */
async function sendFile(
  url: URL,
  targets: Awaited<ReturnType<typeof resolveTargets>>,
  { path, bytes }: Pick<StoredFile, 'path' | 'bytes'>,
  { headers, signal }: { readonly headers: Readonly<Record<string, string>>; readonly signal: AbortSignal },
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const request = send(
    url,
    {
      method: 'PUT',
      headers: { ...headers, 'content-length': bytes },
      signal,
      agent: false,
      timeout: silenceMs,
      // The addresses that were checked: the name is resolved no second time.
      lookup: toLookup(targets),
    },
    resolve,
  );
  request.on('timeout', () => request.destroy(new Error('the storage sends nothing')));
  request.on('error', reject);
  // Node ends a request without a listener for another protocol in silence.
  request.on('upgrade', ({ statusCode = 0 }, socket) => {
    socket.destroy();
    reject(new StorageError('status', String(statusCode)));
  });
  // With its end the stream needs no further read, during which the storage could close the connection.
  const sent = pipeline(createReadStream(path, { end: bytes - 1 }), request).then(
    () => true,
    () => false,
  );
  try {
    const response = await promise;
    const { statusCode: status = 0 } = response;
    // A storage that refuses early closes the connection while the file is still sent. Its answer counts.
    if (status < 200 || status >= 300)
      throw new StorageError('status', describeRefusal(status, await readAnswer(response)));
    // A storage that accepts a file before its end doesn't have it. Reading the answer would close the connection.
    if (!(await sent)) throw new StorageError('connection');
    await readAnswer(response);
  } finally {
    request.destroy();
  }
}

/**
 * Puts a file into the storage. Its hash is signed, so that the storage refuses other bytes. Connects only to public addresses.
 * Ends after `limitMs`.
 *
 * @throws StorageError, and the reason of the signal once it is aborted
 */
export async function putObject(
  settings: Pick<WarehouseSettings, 'url' | 'bucket'>,
  key: StorageKey,
  file: StoredFile,
  {
    at,
    signal,
    limitMs = findTimeLimit(file.bytes),
  }: { readonly at: number; readonly signal: AbortSignal; readonly limitMs?: number },
): Promise<void> {
  const url = toObjectUrl(settings, file.name);
  const limited = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
  const targets = await resolveTargets(url, limited);
  signal.throwIfAborted();
  if (targets.length === 0) throw new StorageError('address');
  try {
    const headers = signPut(url, { sha256: file.sha256, at }, key);
    await sendFile(url, targets, file, { headers, signal: limited });
  } catch (error) {
    if (error instanceof StorageError || signal.aborted) throw error;
    throw new StorageError('connection');
  }
}
