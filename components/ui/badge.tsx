import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import type { Tone } from './tone.ts';
import { toneBackground, toneText } from './tone.ts';

/** A short label: a role, a kind, a count. Use StatusBadge for statuses of the service. */
export function Badge({
  tone = 'neutral',
  hint,
  children,
}: {
  tone?: Tone;
  /** Shown on hover. */
  hint?: string;
  children: ReactNode;
}) {
  return (
    <span
      aria-description={hint}
      className={cx(
        'inline-flex h-5 items-center gap-1 align-middle whitespace-nowrap rounded-sm px-1.5 font-medium text-2xs',
        toneText[tone],
        toneBackground[tone],
      )}
    >
      {children}
    </span>
  );
}
