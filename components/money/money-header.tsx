import type { ReactNode } from 'react';

/** The first figures of a page: what came or left, the fee, and what was credited or deducted. */
export function MoneyHeader({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-start gap-x-10 gap-y-3">{children}</div>;
}

/** A figure with its label, and smaller figures below it. */
export function HeaderFigure({
  label,
  hint,
  children,
}: {
  label: string;
  hint?: string;
  children: ReactNode;
}) {
  return (
    <div className="flex min-w-0 flex-col">
      <span className="text-muted text-xs" aria-description={hint}>
        {label}
      </span>
      {children}
    </div>
  );
}
