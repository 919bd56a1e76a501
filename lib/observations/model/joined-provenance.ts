import type { PackedEntry, UnpackedEntry } from './packed-provenance.ts';
import { packProvenance } from './packed-provenance.ts';

/**
 * The shortest form of the column `provenance` has a text for each observation: `["read mie3v7k0 <id> 1f"]`. Its words are
 * the parts of the short form. The time has base 36, and a UUID has 22 letters of base64url. An entry whose parts would be
 * read as something else keeps its short form.
 */
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const shortIdLength = 22;
const shortIdPattern = /^[\w-]{22}$/;
const plainWord = /^[\w-]+$/;
const timePattern = /^[0-9a-z]{1,11}$/;

function shortenId(id: string): string {
  if (!uuidPattern.test(id)) return id;
  const pairs = id.replaceAll('-', '').match(/../g) ?? [];
  const bytes = String.fromCharCode(...pairs.map((pair) => Number.parseInt(pair, 16)));
  return btoa(bytes).slice(0, shortIdLength).replaceAll('+', '-').replaceAll('/', '_');
}

function restoreId(word: string): string {
  if (!shortIdPattern.test(word)) return word;
  const bytes = atob(word.replaceAll('-', '+').replaceAll('_', '/'));
  const hex = [...bytes].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function joinEntry(entry: PackedEntry): string | PackedEntry {
  const [source, at, observation, ...fields] = entry;
  const isExact =
    Number.isSafeInteger(at) &&
    at >= 0 &&
    (uuidPattern.test(observation) || observation.length !== shortIdLength) &&
    [source, observation, ...fields].every((word) => plainWord.test(word));
  return isExact ? [source, at.toString(36), shortenId(observation), ...fields].join(' ') : entry;
}

/** Returns the shortest form of the column. */
export const joinProvenance = (entries: readonly UnpackedEntry[]): readonly (string | PackedEntry)[] =>
  packProvenance(entries).map(joinEntry);

function restoreTime(word: string): number {
  const at = timePattern.test(word) ? Number.parseInt(word, 36) : Number.NaN;
  return Number.isSafeInteger(at) ? at : Number.NaN;
}

/** Splits the text of an entry into the parts of the short form. An unreadable time becomes NaN, which no reader accepts. */
export function splitEntry(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  const [source = '', time = '', observation = '', ...fields] = text.split(' ');
  return [source, restoreTime(time), restoreId(observation), ...fields];
}
