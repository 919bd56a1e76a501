import type { ComponentProps, ReactNode } from 'react';
import { Children, isValidElement } from 'react';
import { cx } from './cx.ts';

/** Row heights: 30, 36 and 44 px. */
export type Density = 'compact' | 'normal' | 'cozy';

/**
 * A full-width table with a sticky head. `label` names it (on a list: the page's heading). Where the page is too narrow, a
 * table with `stacks` shows the cells of a row one below the other, and others scroll sideways. Contains a thead with HeadCell and a tbody with Row and Cell.
 */
export function DataTable({
  label,
  labelledBy,
  density = 'normal',
  sticky = true,
  takesFocus = false,
  stacks = false,
  className,
  tableClassName,
  children,
}: {
  label?: string;
  /** The id of the heading that names it, instead of `label`. */
  labelledBy?: string;
  density?: Density;
  /** Keeps the head visible while the table scrolls. */
  sticky?: boolean;
  /** Makes the table focusable, so that keys can scroll it. Needed where it contains no link and no button. */
  takesFocus?: boolean;
  /** On a phone, shows the head of each column before its value: on a line each, or flowing. */
  stacks?: boolean | 'flow';
  className?: string;
  /** Classes of the table itself, which its cells' rules in `app/tables.css` refer to. */
  tableClassName?: string;
  children: ReactNode;
}) {
  return (
    <div
      {...(takesFocus ? { tabIndex: 0 } : {})}
      // `relative` keeps text for screen readers from widening the page.
      className={cx(
        'relative w-full min-w-0',
        sticky ? 'fades max-xl:overflow-x-auto' : 'packed narrow:fades overflow-x-auto',
        className,
      )}
    >
      <table
        aria-label={label}
        aria-labelledby={labelledBy}
        style={stacks === false ? undefined : toHeadVariables(children)}
        className={cx(
          'data-table',
          sticky && 'sticky-head',
          stacks && 'stacks',
          stacks === 'flow' && 'flows',
          density !== 'normal' && density,
          tableClassName,
        )}
      >
        {children}
      </table>
    </div>
  );
}

const readText = (node: ReactNode): string =>
  Children.toArray(node)
    .map((part) =>
      isValidElement<{ children?: ReactNode }>(part) ? readText(part.props.children) : String(part),
    )
    .join('');

/** Lists the texts of the column heads within a thead. */
const listHeads = (node: ReactNode): readonly string[] =>
  Children.toArray(node).flatMap((part) => {
    if (!isValidElement<{ children?: ReactNode }>(part) || part.type === 'tbody') return [];
    return part.type === HeadCell ? [readText(part)] : listHeads(part.props.children);
  });

/** Each head as a variable, which `app/tables.css` shows in the cells of its column. */
const toHeadVariables = (table: ReactNode) =>
  Object.fromEntries(listHeads(table).map((head, at) => [`--head-${at + 1}`, JSON.stringify(head)]));

type CellProps = {
  /** Aligns amounts, counts and times at the end. */
  numeric?: boolean;
};

/** A column heading. `sort` is the current order, for screen readers. The link that sorts is a child. */
export function HeadCell({
  numeric = false,
  sort,
  className,
  ...rest
}: CellProps & Omit<ComponentProps<'th'>, 'scope'> & { sort?: 'ascending' | 'descending' }) {
  return (
    <th {...rest} scope="col" aria-sort={sort} className={cx(numeric && 'numeric', className) || undefined} />
  );
}

/** A row. `changed` highlights it once after a change, `selected` while it is selected or open. */
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
      className={cx(changed && 'animate-changed', className) || undefined}
    />
  );
}

export function Cell({ numeric = false, className, ...rest }: CellProps & ComponentProps<'td'>) {
  return <td {...rest} className={cx(numeric && 'numeric', className) || undefined} />;
}
