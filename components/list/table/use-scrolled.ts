'use client';

import type { RefObject } from 'react';
import { useEffect, useState } from 'react';

/**
 * Returns true while the page or this part of it is scrolled down. New rows above would then move what the person
 * reads.
 */
export function useScrolled(part: RefObject<HTMLElement | null>): boolean {
  const [isDown, setDown] = useState({ page: false, part: false });
  useEffect(() => {
    const look = ({ target }: Event) => {
      if (target === document) setDown((down) => ({ ...down, page: window.scrollY > 0 }));
      else if (target instanceof Element && part.current?.contains(target))
        setDown((down) => ({ ...down, part: target.scrollTop > 0 }));
    };
    // The page can be scrolled before hydration.
    const isPartDown = [...(part.current?.children ?? [])].some(({ scrollTop }) => scrollTop > 0);
    setDown({ page: window.scrollY > 0, part: isPartDown });
    // Scrolling does not bubble.
    window.addEventListener('scroll', look, { capture: true, passive: true });
    return () => window.removeEventListener('scroll', look, { capture: true });
  }, [part]);
  return isDown.page || isDown.part;
}

/** Scrolls back to the first row. */
export function scrollToTop(part: HTMLElement | null): void {
  window.scrollTo({ top: 0 });
  for (const child of part?.children ?? []) child.scrollTo({ top: 0 });
}
