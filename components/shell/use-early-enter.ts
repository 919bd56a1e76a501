'use client';

import { useState } from 'react';

/** Enter that came before what it leads to. */
export type EarlyEnter = {
  readonly isAwaited: boolean;
  readonly await: () => void;
  readonly letGo: () => void;
};

/**
 * Whoever pastes an identifier presses Enter at once: it holds until what was typed is looked up, and no longer than
 * that stands in the box.
 */
export function useEarlyEnter(typed: string): EarlyEnter {
  const [at, setAt] = useState<string | null>(null);
  if (at !== null && at !== typed) setAt(null);
  return {
    isAwaited: at !== null && at === typed,
    await: () => setAt(typed.trim() === '' ? null : typed),
    letGo: () => setAt(null),
  };
}
