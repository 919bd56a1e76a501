import 'server-only';
import { readSecrets } from '#lib/platform/callback-secret.ts';
import { maskSecrets } from '#lib/platform/mask-secrets.ts';
import type { Json } from '#lib/values/json.ts';
import { isJsonObject, JsonNumber } from '#lib/values/json.ts';
import { parseJsonBytes } from '#lib/values/lossless-json.ts';
import { serviceSettings } from './settings.ts';

const maxLength = 500;

/** Characters that can rearrange or hide text: controls, direction marks, zero-width characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
const invisible = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/g;

/** Returns external text as one plain line: no invisible characters, no half characters, bounded length. */
export function toPlainLine(text: string): string {
  const line = text.toWellFormed().replace(invisible, ' ').replace(/\s+/g, ' ').trim();
  return line.length > maxLength ? `${line.slice(0, maxLength).toWellFormed()}…` : line;
}

function collectMessages(value: Json | undefined, fields: readonly string[], depth = 0): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value];
  if (value instanceof JsonNumber) return [value.text];
  if (depth > 3 || value === null || value === undefined || typeof value !== 'object') return [];
  if (Array.isArray(value))
    return value.flatMap((item: Json) => collectMessages(item, fields, depth + 1)).slice(0, 8);
  if (!isJsonObject(value)) return [];
  const path = value['path'] ?? value['field'];
  for (const key of fields) {
    const words = collectMessages(value[key], fields, depth + 1);
    if (words.length === 0) continue;
    const details =
      key === 'message' || key === 'error' ? collectMessages(value['errors'], fields, depth + 1) : [];
    return [...words.map((word) => (typeof path === 'string' ? `${path}: ${word}` : word)), ...details];
  }
  return [];
}

/**
 * Returns the error message in an answer of the service, or null if it has none. The interface doesn’t define errors
 * (§7), so the fields of SERVICE_ERROR_FIELDS are searched. The result is plain text and must not be rendered as
 * markup.
 */
export function readServiceMessage(bytes: Uint8Array, fields = serviceSettings().errorFields): string | null {
  let value: Json;
  try {
    value = parseJsonBytes(bytes).value;
  } catch {
    const text = toPlainLine(new TextDecoder().decode(bytes.slice(0, 4 * maxLength)));
    return text === '' || text.startsWith('<') || text.includes('\ufffd')
      ? null
      : maskSecrets(text, readSecrets());
  }
  const line = toPlainLine([...new Set(collectMessages(value, fields))].join(' · '));
  return line === '' ? null : maskSecrets(line, readSecrets());
}
