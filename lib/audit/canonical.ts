import 'server-only';
import { createHash } from 'node:crypto';
import * as z from 'zod';

/** What an entry says of an object before or after: JSON, as PostgreSQL keeps it. */
export type AuditValue = z.core.util.JSONType;

const json: z.ZodType<AuditValue> = z.json();

/** PostgreSQL's text holds neither NUL nor half a character. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\ufffd');

/** What will be read back from the database, so that the hash is over the same. */
export function settle(value: unknown): AuditValue {
  if (value === undefined || value === null) return null;
  const text = JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'bigint' ? String(part) : part,
  );
  return clean(json.parse(JSON.parse(text)));
}

function clean(value: AuditValue): AuditValue {
  if (typeof value === 'string') return storable(value);
  if (Array.isArray(value)) return value.map(clean);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [storable(key), clean(part)]));
}

/** JSON with the keys of every object in order: one value, one text. */
export function canonical(value: AuditValue): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const parts = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null)}`);
  return `{${parts.join(',')}}`;
}

/** Everything that an entry's hash vouches for. */
export type HashedEntry = {
  readonly chainId: string;
  readonly sequence: bigint;
  /** Milliseconds. */
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

/** What the first entry of a chain calls its predecessor. */
export const genesis: Uint8Array = new Uint8Array(32);

/** SHA-256 over the entry in one fixed order, its predecessor's hash included. */
export function hashEntry(entry: HashedEntry): Buffer {
  const text = canonical([
    'audit-entry-1',
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
  return createHash('sha256').update(text, 'utf8').digest();
}
