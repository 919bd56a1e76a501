import 'server-only';
import { maskSecrets, noSecrets } from '#lib/platform/mask-secrets.ts';
import type { Json } from '#lib/values/json.ts';
import { isJsonObject, JsonNumber } from '#lib/values/json.ts';
import { parseJsonBytes } from '#lib/values/lossless-json.ts';
import { serviceSettings } from './settings.ts';

const longest = 500;

/** Everything that could rearrange or hide text: controls, marks of direction, zero-width characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
const invisible = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/g;

/** Text from outside, made fit for one line on a page: nothing invisible, no half characters, not endless. */
export function plainLine(text: string): string {
  const line = text.toWellFormed().replace(invisible, ' ').replace(/\s+/g, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest).toWellFormed()}…` : line;
}

function wordsIn(value: Json | undefined, fields: readonly string[], depth = 0): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value];
  if (value instanceof JsonNumber) return [value.text];
  if (depth > 3 || value === null || value === undefined || typeof value !== 'object') return [];
  if (Array.isArray(value))
    return value.flatMap((item: Json) => wordsIn(item, fields, depth + 1)).slice(0, 8);
  if (!isJsonObject(value)) return [];
  const path = value['path'] ?? value['field'];
  for (const key of fields) {
    const words = wordsIn(value[key], fields, depth + 1);
    if (words.length === 0) continue;
    const details = key === 'message' || key === 'error' ? wordsIn(value['errors'], fields, depth + 1) : [];
    return [...words.map((word) => (typeof path === 'string' ? `${path}: ${word}` : word)), ...details];
  }
  return [];
}

/**
 * What the service said for itself in an answer that is no success. The shape of errors is not shown (§7), so the
 * fields that SERVICE_ERROR_FIELDS names are looked into; HTML and rubbish answer null. Plain text: show it as text, never as markup.
 */
export function serviceWords(bytes: Uint8Array, fields = serviceSettings().errorFields): string | null {
  let value: Json;
  try {
    value = parseJsonBytes(bytes).value;
  } catch {
    const text = plainLine(new TextDecoder().decode(bytes.slice(0, 4 * longest)));
    return text === '' || text.startsWith('<') || text.includes('\ufffd')
      ? null
      : maskSecrets(text, noSecrets);
  }
  const line = plainLine([...new Set(wordsIn(value, fields))].join(' · '));
  return line === '' ? null : maskSecrets(line, noSecrets);
}
