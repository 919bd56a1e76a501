import 'server-only';
import { createHash } from 'node:crypto';
import * as z from 'zod';

/** The values of an object before or after an action: JSON, as PostgreSQL stores it. */
export type AuditValue = z.core.util.JSONType;

const json: z.ZodType<AuditValue> = z.json();

/** Replaces NUL and lone surrogates, which PostgreSQL's text can't hold. */
export const toStorableText = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\ufffd');

/** Returns the value as the database will return it, so that the hash covers the same value. */
export function toStoredValue(value: unknown): AuditValue {
  if (value === undefined || value === null) return null;
  const text = JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'bigint' ? String(part) : part,
  );
  return clean(json.parse(JSON.parse(text)));
}

function clean(value: AuditValue): AuditValue {
  if (typeof value === 'string') return toStorableText(value);
  if (Array.isArray(value)) return value.map(clean);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [toStorableText(key), clean(part)]));
}

/** Returns JSON with sorted keys, so that equal values have equal text. */
export function toCanonicalJson(value: AuditValue): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const parts = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${toCanonicalJson(value[key] ?? null)}`);
  return `{${parts.join(',')}}`;
}

/** The fields that the hash of an entry covers. */
export type HashedEntry = {
  readonly chainId: string;
  readonly sequence: bigint;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly actorKind: string;
  readonly actorId: string;
  readonly action: string;
  readonly objectType: string;
  readonly objectId: string;
  readonly before: AuditValue;
  readonly after: AuditValue;
  readonly requestId: string;
  readonly previous: Uint8Array;
};

/** The previous hash of the first entry of a chain. */
export const genesisHash: Uint8Array = new Uint8Array(32);

type HashFormat = { readonly name: string; readonly algorithm: string };

/**
 * The formats of hashes, newest first. New entries have the first one. Another function becomes a further format, and the
 * chain goes on with it.
 */
const hashFormats: readonly [HashFormat, ...HashFormat[]] = [{ name: 'audit-entry-1', algorithm: 'sha256' }];

/** Returns the hash over the entry in a fixed order, including the previous hash. */
export function hashEntry(entry: HashedEntry, { name, algorithm }: HashFormat = hashFormats[0]): Buffer {
  const text = toCanonicalJson([
    name,
    entry.chainId,
    String(entry.sequence),
    String(entry.at),
    entry.actorKind,
    entry.actorId,
    entry.action,
    entry.objectType,
    entry.objectId,
    entry.before,
    entry.after,
    entry.requestId,
    Buffer.from(entry.previous).toString('hex'),
  ]);
  return createHash(algorithm).update(text, 'utf8').digest();
}

/** Returns true if the stored hash of an entry covers its content, in any format. */
export const hasMatchingHash = (
  entry: HashedEntry & { readonly hash: Uint8Array },
  formats: readonly HashFormat[] = hashFormats,
): boolean => formats.some((format) => Buffer.compare(entry.hash, hashEntry(entry, format)) === 0);
