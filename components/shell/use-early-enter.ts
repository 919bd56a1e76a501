'use client';

import { useState } from 'react';

/** An Enter key that waits for its results. */
export type EarlyEnter = {
  readonly isAwaited: boolean;
  readonly await: () => void;
  readonly letGo: () => void;
};

/**
 * Remembers an Enter key pressed before the search has finished, for example after pasting an id. A changed input
 * cancels it.
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
