'use client';

import { useRouter } from 'next/navigation';
import type { MouseEvent } from 'react';
import { pageTitleId } from '#components/shell/page-header.tsx';
import { cx } from '#components/ui/cx.ts';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import type { ListColumn } from './list-column.ts';
import { cardStyle } from './list-column.ts';
import type { HeadOrder } from './order-link.tsx';
import { OrderLink } from './order-link.tsx';

/** A press on a link, a button or selected text is meant for that; anywhere else it is meant for the row. */
function isForRow(event: MouseEvent<HTMLElement>): boolean {
  if (event.defaultPrevented || document.getSelection()?.isCollapsed === false) return false;
  return event.target instanceof Element && event.target.closest('a, button, input, label') === null;
}

/** The rows of a list: a table named by the page's heading; on a phone each row is a card. */
export function ListTable<Data extends object>({
  columns,
  visible,
  rows,
  idOf,
  hrefOf,
  changed,
  orderOf,
  onHand,
  onLeave,
  dimmed,
}: {
  columns: readonly ListColumn<Data>[];
  visible: ReadonlySet<string>;
  rows: readonly Data[];
  idOf: (row: Data) => string;
  hrefOf: (row: Data) => string;
  changed: ReadonlySet<string>;
  orderOf: (column: ListColumn<Data>) => HeadOrder;
  /** A hand moves over the rows, and leaves them. */
  onHand: () => void;
  onLeave: () => void;
  /** What is shown is not yet what was asked for. */
  dimmed: boolean;
}) {
  const router = useRouter();
  const shown = columns.filter(({ id }) => visible.has(id));
  const open = (event: MouseEvent<HTMLElement>, href: string) => {
    if (!isForRow(event)) return;
    if (event.button === 1 || event.metaKey || event.ctrlKey) window.open(href, '_blank', 'noopener');
    else if (event.button === 0) router.push(href);
  };
  return (
    <DataTable
      labelledBy={pageTitleId}
      className={cx(
        'min-h-0 transition-opacity md:overflow-auto md:[&_thead_th]:sticky md:[&_thead_th]:top-0 md:[&_thead_th]:z-10',
        dimmed && 'opacity-60',
      )}
    >
      <thead className="max-md:sr-only">
        <tr>
          {shown.map((column) => {
            const { id, head, hint, numeric = false, wide } = column;
            const order = orderOf(column);
            return (
              <HeadCell
                key={id}
                numeric={numeric}
                className={cx('md:not-first:pl-2 md:not-last:pr-2', wide && 'md:max-2xl:hidden')}
                {...(hint ? { title: hint } : {})}
                {...(order && 'now' in order && order.now ? { sort: order.now } : {})}
              >
                {order === null ? head : <OrderLink head={head} order={order} />}
              </HeadCell>
            );
          })}
        </tr>
      </thead>
      <tbody onPointerMove={onHand} onKeyDown={onHand} onPointerLeave={onLeave} className="max-md:block">
        {rows.map((row) => {
          const [id, href] = [idOf(row), hrefOf(row)];
          return (
            <Row
              key={id}
              changed={changed.has(id)}
              onClick={(event) => open(event, href)}
              onAuxClick={(event) => open(event, href)}
              className="cursor-pointer max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:gap-y-1 max-md:border-line max-md:border-b max-md:px-4 max-md:py-2.5"
            >
              {shown.map(({ id: column, cell, numeric = false, card, wide }) => (
                <Cell
                  key={column}
                  numeric={numeric}
                  className={cx(
                    'max-md:!h-auto max-md:min-w-0 max-md:border-b-0 max-md:p-0 max-md:first:pl-0 max-md:last:pr-0',
                    card === undefined ? 'max-md:hidden' : cardStyle[card],
                    wide && 'md:max-2xl:hidden',
                    card === 'time' && 'text-muted max-md:text-right',
                    'md:not-first:pl-2 md:not-last:pr-2',
                  )}
                >
                  {cell(row)}
                </Cell>
              ))}
            </Row>
          );
        })}
      </tbody>
    </DataTable>
  );
}
