'use client';

import type { PointerEvent as ReactPointerEvent } from 'react';
import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * Detects whether a person uses the rows, the selection bar, or a dialog that was opened from a row. React events
 * of such a dialog bubble to the rows. Only a movement counts: rows that move away from a resting pointer, because a
 * notice appears above them, stay in use until it moves elsewhere. Keyboard use lasts until a pointer has entered and
 * left.
 */
export function useRowInteraction() {
  const [source, setSource] = useState<'pointer' | 'keys' | null>(null);
  /** The last movement within the rows. */
  const lastHere = useRef<Event | null>(null);
  useEffect(() => {
    if (source !== 'pointer') return;
    // This listener runs after React's own, which is further inside.
    const endInteraction = (event: Event) => event !== lastHere.current && setSource(null);
    window.addEventListener('pointermove', endInteraction);
    return () => window.removeEventListener('pointermove', endInteraction);
  }, [source]);
  return {
    isActive: source !== null,
    /** Handlers for the container of the rows, and for the foot below them. */
    pointer: {
      onPointerMove: ({ nativeEvent }: ReactPointerEvent) => {
        lastHere.current = nativeEvent;
        setSource('pointer');
      },
      onPointerLeave: ({ nativeEvent }: ReactPointerEvent) => {
        // The pointer has left the window, so no movement follows. The synthetic event names the window instead.
        if (nativeEvent.relatedTarget === null) setSource(null);
      },
    },
    /** A key was pressed in the rows. */
    onKeyDown: () => setSource('keys'),
    reset: useCallback(() => setSource(null), []),
  };
}

export type RowInteraction = ReturnType<typeof useRowInteraction>;
