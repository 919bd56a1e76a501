'use client';

import type { ComponentProps } from 'react';
import { useEffect } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ListTable } from './list-table.tsx';
import { useChangedRows } from './use-changed-rows.ts';
import { scrollToTop } from './use-scrolled.ts';
import type { SteadyRows } from './use-steady-rows.ts';

type TableProps<Row extends object> = ComponentProps<typeof ListTable<Row>>;

/** The rows, kept steady under a hand and tinted once where they changed. */
export function ListRows<Row extends object>({
  steady: { waiting, left, part, hand, release },
  rows,
  address,
  idOf,
  markOf,
  ...rest
}: Omit<TableProps<Row>, 'changed' | 'left' | 'onHand'> & {
  steady: SteadyRows<Row>;
  address: string;
  markOf: (row: Row) => number;
}) {
  const changed = useChangedRows(new Map(rows.map((row) => [idOf(row), markOf(row)])), address);
  // No hand leaves rows that are gone.
  useEffect(() => hand.drop, [hand.drop]);
  return (
    // With the button for what waits: reaching for it is no leaving.
    <div ref={part} {...hand.pointer} className="relative flex min-h-0 flex-col">
      {waiting > 0 && (
        <div className="pointer-events-none absolute inset-x-0 top-10 z-20 flex justify-center max-md:fixed max-md:top-14">
          <Button
            size="sm"
            variant="primary"
            className="pointer-events-auto"
            onPress={() => {
              release();
              scrollToTop(part.current);
            }}
          >
            {`${waiting} new`}
          </Button>
        </div>
      )}
      <ListTable {...rest} rows={rows} idOf={idOf} changed={changed} left={left} onHand={hand.onKeyDown} />
    </div>
  );
}
