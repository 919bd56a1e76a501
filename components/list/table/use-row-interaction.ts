'use client';

import type { PointerEvent as ReactPointerEvent } from 'react';
import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * Detects whether a person uses the rows, the selection bar, or a dialog that was opened from a row. React events
 * of such a dialog bubble to the rows. A dialog can close under the pointer without an event, so the next pointer
 * event elsewhere counts as leaving. Keyboard use lasts until a pointer has entered and left.
 */
export function useRowInteraction() {
  const [source, setSource] = useState<'pointer' | 'keys' | null>(null);
  /** The last pointer event within the rows. */
  const lastHere = useRef<Event | null>(null);
  useEffect(() => {
    if (source !== 'pointer') return;
    // This listener runs after React's own, which is further inside.
    const endInteraction = (event: Event) => event !== lastHere.current && setSource(null);
    const kinds = ['pointerover', 'pointermove'] as const;
    for (const kind of kinds) window.addEventListener(kind, endInteraction);
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, endInteraction);
    };
  }, [source]);
  const here = (event: ReactPointerEvent) => {
    lastHere.current = event.nativeEvent;
  };
  return {
    isActive: source !== null,
    /** Handlers for the container of the rows, and for the foot below them. */
    pointer: {
      // Rows that move under a resting pointer don't count as use.
      onPointerOver: here,
      onPointerMove: (event: ReactPointerEvent) => {
        here(event);
        setSource('pointer');
      },
      onPointerLeave: () => setSource(null),
    },
    /** A key was pressed in the rows. */
    onKeyDown: () => setSource('keys'),
    reset: useCallback(() => setSource(null), []),
  };
}

export type RowInteraction = ReturnType<typeof useRowInteraction>;
