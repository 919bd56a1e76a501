'use client';

import type { PointerEvent as ReactPointerEvent } from 'react';
import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * Detects whether a person uses the rows, the selection bar, or a dialog that was opened from a row. React events
 * of such a dialog bubble to the rows. Rows that move away from a resting pointer, because a notice appears above them,
 * stay in use until it moves elsewhere. A dialog can close under the pointer without an event, so the next pointer event
 * elsewhere counts as leaving. Keyboard use lasts until a pointer has entered and left.
 */
export function useRowInteraction() {
  const [source, setSource] = useState<'pointer' | 'keys' | null>(null);
  /** The last pointer event within the rows or a dialog of them. */
  const lastHere = useRef<{ readonly event: Event; readonly isInDialog: boolean } | null>(null);
  useEffect(() => {
    if (source !== 'pointer') return;
    // These listeners run after React's own, which are further inside.
    const endByMove = (event: Event) => event !== lastHere.current?.event && setSource(null);
    const endAfterDialog = (event: Event) => lastHere.current?.isInDialog && endByMove(event);
    window.addEventListener('pointermove', endByMove);
    window.addEventListener('pointerover', endAfterDialog);
    return () => {
      window.removeEventListener('pointermove', endByMove);
      window.removeEventListener('pointerover', endAfterDialog);
    };
  }, [source]);
  const noteHere = ({ nativeEvent, target, currentTarget }: ReactPointerEvent) => {
    const isInDialog = target instanceof Node && !currentTarget.contains(target);
    lastHere.current = { event: nativeEvent, isInDialog };
  };
  return {
    isActive: source !== null,
    /** Handlers for the container of the rows, and for the foot below them. */
    pointer: {
      // Rows that move under a resting pointer don't count as use.
      onPointerOver: noteHere,
      onPointerMove: (event: ReactPointerEvent) => {
        noteHere(event);
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
