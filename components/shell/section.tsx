import type { ReactNode } from 'react';
import { useId } from 'react';
import { cx } from '#components/ui/cx.ts';

/** A part of a page with a heading and a border. `flush` omits the margins, for tables. */
export function Section({
  title,
  titleId,
  count,
  actions,
  flush = false,
  children,
}: {
  title: ReactNode;
  /** The id of the heading, by which a table inside is named. */
  titleId?: string;
  count?: ReactNode;
  /** Small buttons beside the heading. */
  actions?: ReactNode;
  flush?: boolean;
  children: ReactNode;
}) {
  const generatedId = useId();
  const id = titleId ?? generatedId;
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-lg border border-line">
      <header className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-0.5 border-line border-b px-4 py-1.5">
        <div className="flex min-w-0 grow items-center gap-2">
          <h2 id={id} className="font-semibold text-base">
            {title}
          </h2>
          {count !== undefined && <span className="text-faint text-sm tabular-nums">{count}</span>}
        </div>
        {actions && <div className="flex items-center gap-1.5">{actions}</div>}
      </header>
      <div className={cx('min-w-0', flush ? '[&_tbody_tr:last-child_td]:border-b-0' : 'px-4 py-3')}>
        {children}
      </div>
    </section>
  );
}
