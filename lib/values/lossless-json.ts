import type { Json, ParsedJson } from './json.ts';
import { JsonNumber, JsonSyntaxError } from './json.ts';
import { JsonReader } from './json-reader.ts';

/**
 * Parses JSON without converting numbers to floating-point, hiding duplicate keys or setting a prototype through
 * `__proto__`. Objects have no prototype.
 *
 * @throws {JsonSyntaxError}
 */
export function parseJson(text: string): ParsedJson {
  return new JsonReader(text).read();
}

/**
 * Parses bytes, which must be UTF-8 without a byte order mark.
 *
 * @throws {JsonSyntaxError}
 */
export function parseJsonBytes(bytes: Uint8Array): ParsedJson {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    throw new JsonSyntaxError('starts with a byte order mark');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new JsonSyntaxError('is not UTF-8');
  }
  return parseJson(text);
}

/** Serializes JSON with every JsonNumber as written. Keys keep their order. */
export function writeJson(value: Json, indent = 0): string {
  return write(value, indent, '\n');
}

function write(value: Json, indent: number, newline: string): string {
  if (value instanceof JsonNumber) return value.text;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const inner = newline + ' '.repeat(indent);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const parts = Array.isArray(value)
    ? value.map((item: Json) => write(item, indent, inner))
    : Object.entries(value).map(
        ([key, item]) => `${JSON.stringify(key)}:${indent > 0 ? ' ' : ''}${write(item, indent, inner)}`,
      );
  if (parts.length === 0) return `${open}${close}`;
  return indent > 0
    ? `${open}${inner}${parts.join(`,${inner}`)}${newline}${close}`
    : `${open}${parts.join(',')}${close}`;
}
