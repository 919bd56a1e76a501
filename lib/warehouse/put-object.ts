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

/**
 * Puts a file into the storage. Its hash is signed, so that the storage refuses other bytes. Connects only to public addresses.
 *
 * @throws StorageError
 */
export async function putObject(
  settings: Pick<WarehouseSettings, 'url' | 'bucket'>,
  key: StorageKey,
  file: { readonly name: string; readonly path: string; readonly bytes: number; readonly sha256: string },
  { at, signal }: { readonly at: number; readonly signal: AbortSignal },
): Promise<void> {
  const url = toObjectUrl(settings, file.name);
  const targets = await resolveTargets(url, signal);
  if (targets.length === 0) throw new StorageError('address');
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const request = send(
    url,
    {
      method: 'PUT',
      headers: { ...signPut(url, { sha256: file.sha256, at }, key), 'content-length': file.bytes },
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
  try {
    // A storage that refuses early closes the connection while the file is still sent. Its answer counts.
    const [response] = await Promise.all([
      promise,
      pipeline(createReadStream(file.path), request).catch(() => undefined),
    ]);
    const answer = await readAnswer(response);
    const { statusCode = 0 } = response;
    if (statusCode < 200 || statusCode >= 300)
      throw new StorageError('status', describeRefusal(statusCode, answer));
  } catch (error) {
    if (error instanceof StorageError || signal.aborted) throw error;
    throw new StorageError('connection');
  }
}
