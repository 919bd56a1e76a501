'use client';

import { useLayoutEffect, useRef } from 'react';

/**
 * For a button that stands where something with the focus has just gone from, such as the form that it opened: it takes the
 * focus, which would else be lost to whoever works with keys. Nothing is taken from what has it by then.
 */
export function useFocusBack(isThere: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasThere = useRef(isThere);
  useLayoutEffect(() => {
    if (wasThere.current && !isThere && document.activeElement === document.body)
      button.current?.focus({ preventScroll: true });
    wasThere.current = isThere;
  }, [isThere]);
  return button;
}
