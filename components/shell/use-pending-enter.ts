'use client';

import { useState } from 'react';

/** An Enter key that waits for its results. */
export type PendingEnter = {
  readonly isPending: boolean;
  readonly await: () => void;
  readonly clear: () => void;
};

/**
 * Remembers an Enter key pressed before the search has finished, for example after pasting an id. A changed input
 * cancels it.
 */
export function usePendingEnter(typed: string): PendingEnter {
  const [at, setAt] = useState<string | null>(null);
  if (at !== null && at !== typed) setAt(null);
  return {
    isPending: at !== null && at === typed,
    await: () => setAt(typed.trim() === '' ? null : typed),
    clear: () => setAt(null),
  };
}
