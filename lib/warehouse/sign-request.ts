import 'server-only';
import { createHash, createHmac } from 'node:crypto';

/** A key of the storage. */
export type StorageKey = { readonly keyId: string; readonly secret: string; readonly region: string };

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Uint8Array, text: string): Uint8Array =>
  createHmac('sha256', key).update(text).digest();

/** Writes one part of a path as Signature Version 4 expects it. */
export const encodePart = (part: string): string =>
  encodeURIComponent(part).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Returns the headers of a PUT request with AWS Signature Version 4. `headers` are in lower case and signed, too. */
export function signPut(
  url: URL,
  {
    sha256,
    at,
    headers = {},
  }: {
    readonly sha256: string;
    readonly at: number;
    readonly headers?: Readonly<Record<string, string>>;
  },
  { keyId, secret, region }: StorageKey,
): Readonly<Record<string, string>> {
  const time = new Date(at).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`;
  const signed: Record<string, string> = {
    ...headers,
    host: url.host,
    'x-amz-content-sha256': sha256,
    'x-amz-date': time,
  };
  const names = Object.keys(signed).toSorted();
  const request = [
    ...['PUT', url.pathname, ''],
    ...names.map((name) => `${name}:${signed[name]}`),
    ...['', names.join(';'), sha256],
  ].join('\n');
  const key = [time.slice(0, 8), region, 's3', 'aws4_request'].reduce<string | Uint8Array>(
    (before, part) => hmac(before, part),
    `AWS4${secret}`,
  );
  const signature = Buffer.from(hmac(key, ['AWS4-HMAC-SHA256', time, scope, hash(request)].join('\n')));
  return {
    ...signed,
    authorization: `AWS4-HMAC-SHA256 Credential=${keyId}/${scope},SignedHeaders=${names.join(';')},Signature=${signature.toString('hex')}`,
  };
}
