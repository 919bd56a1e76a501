import { searchLength } from '#lib/lists/model/query.ts';

/** A single letter matches too much. */
const minimumLength = 2;

/**
 * Normalizes a typed or pasted identifier: removes outer spaces, control characters and direction marks. Returns null
 * when it is too short or too long.
 */
export function normalizeIdentifier(text: string): string | null {
  const clean = text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '').trim();
  if (clean.length < minimumLength || clean.length > searchLength || !clean.isWellFormed()) return null;
  return clean;
}
