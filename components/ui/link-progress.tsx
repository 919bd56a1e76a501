'use client';

import { useLinkStatus } from 'next/link';

/**
 * A line at the foot of a link while its page loads. Put it last inside a `Link` that is positioned. It takes no space,
 * and appears after a moment only, so that a fast page doesn't make it flash.
 */
export function LinkProgress() {
  const { pending } = useLinkStatus();
  return pending ? (
    <span
      aria-hidden
      className="pointer-events-none absolute inset-x-0 bottom-0 h-0.5 animate-awaited rounded-full bg-accent opacity-0 print:hidden"
    />
  ) : null;
}
