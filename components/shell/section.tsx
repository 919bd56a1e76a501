import type { ReactNode } from 'react';
import { useId } from 'react';
import { cx } from '#components/ui/cx.ts';

/** Shows sections about one subject as one panel. */
export function SectionGroup({ children }: { children: ReactNode }) {
  return (
    <div className="min-w-0 rounded-lg border border-line *:rounded-none *:border-0 *:not-first:border-t">
      {children}
    </div>
  );
}

/**
 * A part of a page with a heading and a border. `flush` omits the margins, for tables. `empty` says in the line of the heading
 * that there is no content.
 */
export function Section({
  title,
  titleId,
  count,
  actions,
  flush = false,
  empty,
  children,
}: {
  title: ReactNode;
  /** The id of the heading, by which a table inside is named. */
  titleId?: string;
  count?: ReactNode;
  /** Small buttons beside the heading. */
  actions?: ReactNode;
  flush?: boolean;
  empty?: string | false;
  children: ReactNode;
}) {
  const generatedId = useId();
  const id = titleId ?? generatedId;
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-lg border border-line">
      <header
        className={cx(
          'flex min-h-11 flex-wrap items-center gap-x-2 gap-y-0.5 border-line px-4 py-1.5',
          !empty && 'border-b',
        )}
      >
        <div className="flex min-w-0 grow flex-wrap items-center gap-x-2">
          <h2 id={id} className="font-semibold text-base">
            {title}
          </h2>
          {count !== undefined && <span className="text-faint text-sm tabular-nums">{count}</span>}
          {empty && <span className="text-muted text-sm">{empty}</span>}
        </div>
        {actions && <div className="flex items-center gap-1.5">{actions}</div>}
      </header>
      {!empty && (
        <div
          data-padded={flush ? undefined : ''}
          className={cx('min-w-0', flush ? '[&_tbody_tr:last-child_td]:border-b-0' : 'px-4 py-3')}
        >
          {children}
        </div>
      )}
    </section>
  );
}
