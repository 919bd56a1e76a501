'use client';

import { useLayoutEffect, useRef } from 'react';

/**
 * Returns the focus to a button when the element that had it, such as the button's form, disappears. Keyboard users
 * would otherwise lose their place. Leaves the focus alone when another element already has it.
 */
export function useRestoredFocus(isOpen: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useLayoutEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body)
      button.current?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [isOpen]);
  return button;
}
