'use client';

import type { PointerEvent as ReactPointerEvent } from 'react';
import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * Whether somebody's hand is at the rows, at what is picked of them, or in a window that was opened from one of them:
 * React hands on what happens there as if it stood inside. Such a window may close under the hand, and then nothing
 * says that the hand left; so whatever it is over next does. Hands that came by keys stay until a pointer came and left.
 */
export function useRowInteraction() {
  const [hand, setHand] = useState<'pointer' | 'keys' | null>(null);
  /** The last event of a pointer that happened at the rows. */
  const lastHere = useRef<Event | null>(null);
  useEffect(() => {
    if (hand !== 'pointer') return;
    // Heard after React, which listens further inside.
    const look = (event: Event) => event !== lastHere.current && setHand(null);
    const kinds = ['pointerover', 'pointermove'] as const;
    for (const kind of kinds) window.addEventListener(kind, look);
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, look);
    };
  }, [hand]);
  const here = (event: ReactPointerEvent) => {
    lastHere.current = event.nativeEvent;
  };
  return {
    hasHand: hand !== null,
    /** For the part of the page in which the rows stand, and for the foot under them. */
    pointer: {
      // Rows that come under a pointer at rest are not what it came for.
      onPointerOver: here,
      onPointerMove: (event: ReactPointerEvent) => {
        here(event);
        setHand('pointer');
      },
      onPointerLeave: () => setHand(null),
    },
    /** Keys are pressed in the rows. */
    onKeyDown: () => setHand('keys'),
    drop: useCallback(() => setHand(null), []),
  };
}

export type Hand = ReturnType<typeof useRowInteraction>;
