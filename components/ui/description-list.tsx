import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** Pairs of label and value. `wide` shows two columns where there is room. */
export function DescriptionList({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  const list = <dl className={cx('grid text-sm', wide && 'pairs')}>{children}</dl>;
  return wide ? <div className="@container">{list}</div> : list;
}

/** One pair. `hint` explains the label on hover. `stacked` puts a long value below its label, `stacks` on a phone. */
export function Fact({
  label,
  hint,
  stacked = false,
  stacks = false,
  children,
}: {
  label: string;
  hint?: string;
  stacked?: boolean;
  stacks?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      className={cx(
        'min-w-0 border-line border-b py-1.5 last:border-b-0',
        stacked
          ? 'flex flex-col gap-0.5'
          : cx(
              'grid items-baseline gap-3',
              stacks && 'max-md:grid-cols-1 max-md:gap-0.5',
              'grid-cols-[clamp(7rem,40%,13rem)_minmax(0,1fr)]',
            ),
      )}
    >
      <dt
        aria-description={hint}
        className={cx(
          'text-muted',
          hint && 'decoration-dotted decoration-line-strong underline underline-offset-3',
        )}
      >
        {label}
      </dt>
      <dd className="min-w-0 break-words text-ink">{children}</dd>
    </div>
  );
}
