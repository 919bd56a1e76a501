import type { ParsedJson } from './json.ts';
import { JsonSyntaxError } from './json.ts';
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
