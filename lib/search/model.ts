import { searchLength } from '#lib/lists/model/query.ts';

/** One letter leads anywhere. */
const shortest = 2;

/**
 * What was typed or pasted, as an identifier: without spaces around it, control characters and marks of writing
 * direction. Null where it is too short or too long to be one.
 */
export function readTyped(typed: string): string | null {
  const clean = typed.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '').trim();
  if (clean.length < shortest || clean.length > searchLength || !clean.isWellFormed()) return null;
  return clean;
}
