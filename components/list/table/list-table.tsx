'use client';

import type { ChangeEvent, MouseEvent } from 'react';
import { useRef } from 'react';
import { pageTitleId } from '#components/shell/page-header.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { cx } from '#components/ui/cx.ts';
import type { Density } from '#components/ui/data-table.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { tList } from '#lib/messages/list.ts';
import { listIdsBetween } from '../selection/selected-rows.ts';
import type { Selection } from '../selection/use-selection.ts';
import type { ListColumn } from './list-column.ts';
import { cardStyle, priorityStyle } from './list-column.ts';
import type { HeaderSort } from './sort-link.tsx';
import { SortLink } from './sort-link.tsx';
import { rowElementId } from './use-drawer.ts';

/** Returns true for a click on the row itself. Clicks on links, buttons or selected text have their own meaning. */
function isForRow(event: MouseEvent<HTMLElement>): boolean {
  if (event.defaultPrevented || document.getSelection()?.isCollapsed === false) return false;
  return event.target instanceof Element && event.target.closest('a, button, input, label') === null;
}

/** Less space between columns than in other tables, and least on narrow screens. */
const besideEachOther =
  'md:not-first:ps-1.5 md:not-last:pe-1.5 min-[90rem]:not-first:ps-2 min-[90rem]:not-last:pe-2';

/**
 * Keeps the checkbox and the first column visible while the table scrolls sideways. They cover what is below them, so they
 * have the colour of their row.
 */
const sticky = {
  pick: 'md:sticky md:start-0 md:z-1 md:bg-inherit print:static',
  first: 'md:sticky md:z-1 md:bg-inherit sticky-edge print:static',
};

/** A head of several words takes two lines where the table has no room for one. */
const wrappingHead = 'md:whitespace-normal md:align-middle';

/** The whole left edge of a card selects it, because the checkbox is too small for a finger. */
const pickArea =
  'max-md:h-full max-md:justify-center max-md:pt-3.5 max-md:[&_input]:after:absolute max-md:[&_input]:after:-inset-3.5';

/** The rows of a list: a table named by the page's heading. On a phone each row is a card. */
export function ListTable<Data extends object>({
  columns,
  hasRoom,
  isSplit,
  density,
  rows,
  getId,
  getHref,
  getName,
  selection,
  picksCards,
  openId,
  onOpen,
  changed,
  left,
  getOrder,
  onInteraction,
  dimmed,
}: {
  /** The visible columns, in order. */
  columns: readonly ListColumn<Data>[];
  /** Shows every column, including those that are hidden where space is limited. */
  hasRoom: boolean;
  /** On wide screens the open row is beside the list, so only some columns are shown there. */
  isSplit: boolean;
  density: Density;
  rows: readonly Data[];
  getId: (row: Data) => string;
  getHref: (row: Data) => string;
  /** Returns the row's name for its checkbox. */
  getName: (row: Data) => string;
  /** Null where rows can't be selected. */
  selection: Selection | null;
  /** Rows can be selected on a phone too, where each is a card. */
  picksCards: boolean;
  /** The id of the row in the drawer. */
  openId: string | null;
  /** Called for a click on the row itself. */
  onOpen: (row: Data) => void;
  changed: ReadonlySet<string>;
  /** Rows that are still displayed but no longer in the list. */
  left: ReadonlySet<string>;
  getOrder: (column: ListColumn<Data>) => HeaderSort;
  /** Called when a key is pressed in the rows. */
  onInteraction: () => void;
  /** The displayed rows belong to an earlier query. */
  dimmed: boolean;
}) {
  const getRoom = ({ priority, staysBeside = false }: ListColumn<Data>) =>
    cx(!hasRoom && priority !== undefined && priorityStyle[priority], isSplit && !staysBeside && 'xl:hidden');
  const press = (event: MouseEvent<HTMLElement>, row: Data) => {
    if (!isForRow(event)) return;
    if (event.button === 1 || event.metaKey || event.ctrlKey) window.open(getHref(row), '_blank', 'noopener');
    else if (event.button === 0) onOpen(row);
  };
  const lastPicked = useRef<string | null>(null);
  const pick = (id: string, on: boolean, isRange: boolean) => {
    const pickable = rows.map(getId).filter((one) => !left.has(one) || one === id);
    selection?.toggle(listIdsBetween(pickable, isRange ? lastPicked.current : null, id), on);
    lastPicked.current = id;
  };
  return (
    <DataTable
      labelledBy={pageTitleId}
      density={density}
      className={cx(
        // Scrolling to a focused element leaves room for the columns that stay visible.
        'min-h-0 scroll-ps-60 transition-opacity md:overflow-auto md:[&_thead_th]:sticky md:[&_thead_th]:top-0 md:[&_thead_th]:z-10',
        dimmed && 'opacity-60',
      )}
    >
      <thead className="max-md:sr-only">
        <tr>
          {selection && <PickAll ids={rows.map(getId).filter((id) => !left.has(id))} selection={selection} />}
          {columns.map((column, at) => {
            const { id, head, hint, numeric = false, card } = column;
            const order = getOrder(column);
            return (
              <HeadCell
                key={id}
                numeric={numeric}
                className={cx(
                  besideEachOther,
                  wrappingHead,
                  card === 'act' && 'row-act',
                  at === 0 && cx('sticky-edge md:!z-20', selection ? 'md:start-8' : 'md:start-0'),
                  getRoom(column),
                )}
                {...(hint ? { title: hint } : {})}
                {...(order && 'now' in order && order.now ? { sort: order.now } : {})}
              >
                {order === null ? head : <SortLink head={head} order={order} numeric={numeric} />}
              </HeadCell>
            );
          })}
        </tr>
      </thead>
      <tbody onKeyDown={onInteraction} className="max-md:block">
        {rows.map((row) => {
          const id = getId(row);
          const isPicked = selection?.has(id) ?? false;
          const hasLeft = left.has(id);
          return (
            <Row
              key={id}
              id={rowElementId(id)}
              changed={changed.has(id)}
              selected={isPicked || openId === id}
              onClick={(event) => press(event, row)}
              onAuxClick={(event) => press(event, row)}
              className={cx(
                'cursor-pointer max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:has-[.row-act]:grid-cols-[minmax(0,1fr)_auto_auto] max-md:gap-x-3 max-md:gap-y-1 max-md:border-line max-md:border-b max-md:px-4 max-md:py-2.5',
                picksCards && 'max-md:relative max-md:pl-11',
                hasLeft ? 'bg-sunken max-md:relative' : 'bg-surface',
              )}
            >
              {selection && (
                <Cell
                  className={cx(
                    'w-8 select-none pe-0',
                    sticky.pick,
                    picksCards
                      ? 'max-md:!h-auto max-md:absolute max-md:inset-y-0 max-md:start-0 max-md:w-11 max-md:border-b-0 max-md:p-0'
                      : 'max-md:hidden',
                  )}
                >
                  {(isPicked || !hasLeft) && (
                    <Checkbox
                      hideLabel
                      {...(picksCards ? { className: pickArea } : {})}
                      label={tList('selection.selectRow', { row: getName(row) })}
                      checked={isPicked}
                      onChange={(event) => pick(id, event.target.checked, isWithShift(event))}
                    />
                  )}
                </Cell>
              )}
              {columns.map((column, at) => {
                const { id: name, cell, numeric = false, card } = column;
                return (
                  <Cell
                    key={name}
                    numeric={numeric}
                    className={cx(
                      'max-md:!h-auto max-md:min-w-0 max-md:border-b-0 max-md:p-0 max-md:empty:hidden max-md:first:pl-0 max-md:last:pe-0',
                      card === undefined ? 'max-md:hidden' : cardStyle[card],
                      getRoom(column),
                      card === 'time' && 'text-muted max-md:text-right',
                      besideEachOther,
                      hasLeft && 'max-md:[&>:first-child]:-translate-y-1.5',
                      at === 0 && cx(sticky.first, selection ? 'md:start-8' : 'md:start-0'),
                      at === 0 && hasLeft && 'md:[&>:first-child]:-translate-y-1.5',
                    )}
                  >
                    {cell(row)}
                    {at === 0 && hasLeft && <HasLeft />}
                  </Cell>
                );
              })}
            </Row>
          );
        })}
      </tbody>
    </DataTable>
  );
}

/** Returns true for a change by a click with Shift. Browsers change a checkbox by a click event, for the keys too. */
const isWithShift = ({ nativeEvent }: ChangeEvent): boolean =>
  'shiftKey' in nativeEvent && nativeEvent.shiftKey === true;

/** Within the row's height, so that the content below does not move. */
const HasLeft = () => (
  <span className="absolute bottom-1 z-10 whitespace-nowrap text-2xs text-muted leading-none max-md:bottom-0.5 max-md:start-4">
    {tList('leftList')}
  </span>
);

function PickAll({ ids, selection }: { ids: readonly string[]; selection: Selection }) {
  const picked = ids.filter(selection.has).length;
  return (
    <HeadCell className="w-8 pe-0 md:start-0 md:!z-20">
      <Checkbox
        hideLabel
        label={tList('selection.selectPage')}
        checked={picked > 0 && picked === ids.length}
        indeterminate={picked > 0 && picked < ids.length}
        onChange={(event) => selection.toggle(ids, event.target.checked)}
      />
    </HeadCell>
  );
}
