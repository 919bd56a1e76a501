/**
 * The version of reading stored callbacks and answers. Raise it when the same bytes give other records than before, so
 * that operators of installations reprocess theirs.
 */
export const readingVersion = 1;

/** `outdated`: an earlier reading made some records. `unknown`: it wasn't recorded. `newer`: a newer program made some. */
export type ReadingState = 'current' | 'outdated' | 'unknown' | 'newer';

/** Compares the stored version with the version of a program. */
export function compareReadingVersion(stored: number, program = readingVersion): ReadingState {
  if (stored === program) return 'current';
  if (stored > program) return 'newer';
  return stored === 0 ? 'unknown' : 'outdated';
}
