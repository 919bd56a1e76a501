'use client';

import type { MouseEvent } from 'react';
import { pageTitleId } from '#components/shell/page-header.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { cx } from '#components/ui/cx.ts';
import type { Density } from '#components/ui/data-table.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { tList } from '#lib/messages/list.ts';
import type { Selection } from '../selection/use-selection.ts';
import type { ListColumn } from './list-column.ts';
import { cardStyle, roomStyle } from './list-column.ts';
import type { HeadOrder } from './order-link.tsx';
import { OrderLink } from './order-link.tsx';
import { rowElementId } from './use-drawer.ts';

/** A press on a link, a button or selected text is meant for that; anywhere else it is meant for the row. */
function isForRow(event: MouseEvent<HTMLElement>): boolean {
  if (event.defaultPrevented || document.getSelection()?.isCollapsed === false) return false;
  return event.target instanceof Element && event.target.closest('a, button, input, label') === null;
}

/** Columns stand closer than in other tables, and closer still where there is least room. */
const besideEachOther = 'md:not-first:ps-1.5 md:not-last:pe-1.5 xl:not-first:ps-2 xl:not-last:pe-2';

/** The whole left edge of a card picks it: a finger needs more than the box itself. */
const pickArea =
  'max-md:h-full max-md:justify-center max-md:pt-3.5 max-md:[&_input]:after:absolute max-md:[&_input]:after:-inset-3.5';

/** The rows of a list: a table named by the page's heading; on a phone each row is a card. */
export function ListTable<Data extends object>({
  columns,
  hasRoom,
  density,
  rows,
  idOf,
  hrefOf,
  nameOf,
  selection,
  picksCards,
  openId,
  onOpen,
  changed,
  left,
  orderOf,
  onHand,
  dimmed,
}: {
  /** Those that are shown, in their order. */
  columns: readonly ListColumn<Data>[];
  /** Shows every column, those too that are left out where there is not much room. */
  hasRoom: boolean;
  density: Density;
  rows: readonly Data[];
  idOf: (row: Data) => string;
  hrefOf: (row: Data) => string;
  /** What the row is called where it is picked. */
  nameOf: (row: Data) => string;
  /** Null where rows can't be picked. */
  selection: Selection | null;
  /** On a phone too, where a row is a card. */
  picksCards: boolean;
  /** The row in the drawer. */
  openId: string | null;
  /** A press on the row itself. */
  onOpen: (row: Data) => void;
  changed: ReadonlySet<string>;
  /** Rows that are shown but are no longer in the list. */
  left: ReadonlySet<string>;
  orderOf: (column: ListColumn<Data>) => HeadOrder;
  /** Keys are pressed in the rows. */
  onHand: () => void;
  /** What is shown is not yet what was asked for. */
  dimmed: boolean;
}) {
  const roomOf = ({ room }: ListColumn<Data>) => (hasRoom || room === undefined ? null : roomStyle[room]);
  const press = (event: MouseEvent<HTMLElement>, row: Data) => {
    if (!isForRow(event)) return;
    if (event.button === 1 || event.metaKey || event.ctrlKey) window.open(hrefOf(row), '_blank', 'noopener');
    else if (event.button === 0) onOpen(row);
  };
  return (
    <DataTable
      labelledBy={pageTitleId}
      density={density}
      className={cx(
        'min-h-0 transition-opacity md:overflow-auto md:[&_thead_th]:sticky md:[&_thead_th]:top-0 md:[&_thead_th]:z-10',
        dimmed && 'opacity-60',
      )}
    >
      <thead className="max-md:sr-only">
        <tr>
          {selection && <PickAll ids={rows.map(idOf).filter((id) => !left.has(id))} selection={selection} />}
          {columns.map((column) => {
            const { id, head, hint, numeric = false, card } = column;
            const order = orderOf(column);
            return (
              <HeadCell
                key={id}
                numeric={numeric}
                className={cx(besideEachOther, card === 'act' && 'row-act', roomOf(column))}
                {...(hint ? { title: hint } : {})}
                {...(order && 'now' in order && order.now ? { sort: order.now } : {})}
              >
                {order === null ? head : <OrderLink head={head} order={order} numeric={numeric} />}
              </HeadCell>
            );
          })}
        </tr>
      </thead>
      <tbody onKeyDown={onHand} className="max-md:block">
        {rows.map((row) => {
          const id = idOf(row);
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
                hasLeft && 'bg-sunken max-md:relative',
              )}
            >
              {selection && (
                <Cell
                  className={cx(
                    'w-8 pr-0',
                    picksCards
                      ? 'max-md:!h-auto max-md:absolute max-md:inset-y-0 max-md:left-0 max-md:w-11 max-md:border-b-0 max-md:p-0'
                      : 'max-md:hidden',
                  )}
                >
                  {(isPicked || !hasLeft) && (
                    <Checkbox
                      hideLabel
                      {...(picksCards ? { className: pickArea } : {})}
                      label={tList('selection.selectRow', { row: nameOf(row) })}
                      checked={isPicked}
                      onChange={(event) => selection.pick([id], event.target.checked)}
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
                      'max-md:!h-auto max-md:min-w-0 max-md:border-b-0 max-md:p-0 max-md:empty:hidden max-md:first:pl-0 max-md:last:pr-0',
                      card === undefined ? 'max-md:hidden' : cardStyle[card],
                      roomOf(column),
                      card === 'time' && 'text-muted max-md:text-right',
                      besideEachOther,
                      hasLeft && 'max-md:[&>:first-child]:-translate-y-1.5',
                      at === 0 && hasLeft && 'md:relative md:[&>:first-child]:-translate-y-1.5',
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

/** In the row's own height: what stands below must not move. */
const HasLeft = () => (
  <span className="absolute bottom-1 z-10 whitespace-nowrap text-2xs text-muted leading-none max-md:bottom-0.5 max-md:left-4">
    {tList('leftList')}
  </span>
);

function PickAll({ ids, selection }: { ids: readonly string[]; selection: Selection }) {
  const picked = ids.filter(selection.has).length;
  return (
    <HeadCell className="w-8 pr-0">
      <Checkbox
        hideLabel
        label={tList('selection.selectPage')}
        checked={picked > 0 && picked === ids.length}
        indeterminate={picked > 0 && picked < ids.length}
        onChange={(event) => selection.pick(ids, event.target.checked)}
      />
    </HeadCell>
  );
}
