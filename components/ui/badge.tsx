import type { ReactNode } from 'react';
import type { Tone } from './tone.ts';

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
    <span aria-description={hint} className={`badge tone-${tone}`}>
      {children}
    </span>
  );
}
