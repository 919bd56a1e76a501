import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

/** Row heights: 30, 36 and 44 px. */
export type Density = 'compact' | 'normal' | 'cozy';

const rows: Record<Density, string> = {
  compact: '[&_tbody_td]:h-row-compact',
  normal: '[&_tbody_td]:h-row',
  cozy: '[&_tbody_td]:h-row-cozy',
};

/**
 * A table: full width, hairlines, head that stays. `label` names it (on a list: the page's heading). It scrolls
 * sideways by itself where the page is too narrow. Inside: THead with HeadCell, then tbody with Row and Cell.
 */
export function DataTable({
  label,
  labelledBy,
  density = 'normal',
  sticky = true,
  takesFocus = false,
  className,
  children,
}: {
  label?: string;
  /** The id of the heading that names it, instead of `label`. */
  labelledBy?: string;
  density?: Density;
  /** The head stays at the top of what scrolls. */
  sticky?: boolean;
  /** Nothing inside takes focus (no link, no button): then the table does, so that it can be scrolled by keys. */
  takesFocus?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div
      {...(takesFocus ? { tabIndex: 0 } : {})}
      // Positioned, so that what only screen readers see does not widen the page.
      className={cx(
        'relative w-full min-w-0',
        sticky ? 'fades max-xl:overflow-x-auto' : 'packed narrow:fades overflow-x-auto',
        className,
      )}
    >
      <table
        aria-label={label}
        aria-labelledby={labelledBy}
        className={cx(
          'w-full border-separate border-spacing-0 text-left text-sm',
          sticky &&
            '[&_thead_th]:bg-surface xl:[&_thead_th]:sticky xl:[&_thead_th]:top-0 xl:[&_thead_th]:z-10',
          rows[density],
        )}
      >
        {children}
      </table>
    </div>
  );
}

type CellProps = {
  /** Amounts, counts, times: to the right. */
  numeric?: boolean;
};

/** A column's head. `sort` is the order in force, told to screen readers; the link that sorts is the child. */
export function HeadCell({
  numeric = false,
  sort,
  className,
  ...rest
}: CellProps & Omit<ComponentProps<'th'>, 'scope'> & { sort?: 'ascending' | 'descending' }) {
  return (
    <th
      {...rest}
      scope="col"
      aria-sort={sort}
      className={cx(
        'h-8 whitespace-nowrap border-line border-b px-3 font-medium text-muted text-xs first:pl-4 last:pr-4',
        numeric ? 'text-right' : 'text-left',
        className,
      )}
    />
  );
}

/** A row. `changed` tints it once, when it has just arrived or changed; `selected` while it is picked or open. */
export function Row({
  changed = false,
  selected = false,
  className,
  ...rest
}: ComponentProps<'tr'> & { changed?: boolean; selected?: boolean }) {
  return (
    <tr
      {...rest}
      data-selected={selected || undefined}
      className={cx(
        'group/row transition-colors hover:bg-hover data-selected:bg-accent-ground',
        changed && 'animate-changed',
        className,
      )}
    />
  );
}

export function Cell({ numeric = false, className, ...rest }: CellProps & ComponentProps<'td'>) {
  return (
    <td
      {...rest}
      className={cx(
        'whitespace-nowrap border-line border-b px-3 align-middle first:pl-4 last:pr-4',
        numeric && 'text-right tabular-nums',
        className,
      )}
    />
  );
}
