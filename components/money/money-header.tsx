import type { ReactNode } from 'react';
import { cx } from '#components/ui/cx.ts';

/** The first figures of a page: what came or left, the fee, and what was credited or deducted. */
export function MoneyHeader({
  inThreeColumns = false,
  children,
}: {
  /** Aligns the figures in rows of three where the container has room. */
  inThreeColumns?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      className={cx(
        'flex flex-wrap items-start gap-x-10 gap-y-3',
        inThreeColumns &&
          '@xl:grid @xl:gap-x-6 @xl:w-fit @xl:max-w-full @xl:grid-cols-[repeat(3,minmax(min-content,auto))]',
      )}
    >
      {children}
    </div>
  );
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
    // The dash of an unknown figure is on the line of the figures beside it.
    <div className="flex min-w-0 flex-col [&>[role=img]]:text-lg [&>[role=img]]:leading-9">
      <span className="text-muted text-xs" aria-description={hint}>
        {label}
      </span>
      {children}
    </div>
  );
}
