'use client';

import type { ComponentProps } from 'react';
import { useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ListTable } from './list-table.tsx';
import { useChangedRows } from './use-changed-rows.ts';
import { scrollToTop, useScrolled } from './use-scrolled.ts';
import { useSteadyRows } from './use-steady-rows.ts';

type TableProps<Row extends object> = ComponentProps<typeof ListTable<Row>>;

/** The rows, kept steady under a hand and tinted once where they changed. */
export function ListRows<Row extends object>({
  rows: given,
  address,
  idOf,
  markOf,
  ...rest
}: Omit<TableProps<Row>, 'changed' | 'onHand'> & {
  address: string;
  markOf: (row: Row) => number;
}) {
  const part = useRef<HTMLDivElement>(null);
  const isScrolled = useScrolled(part);
  const isHeld = rest.openId !== null || isScrolled;
  const { rows, waiting, hold, leave, release } = useSteadyRows(given, address, idOf, isHeld);
  const changed = useChangedRows(new Map(rows.map((row) => [idOf(row), markOf(row)])), address);
  return (
    // With the button for what waits: reaching for it is no leaving.
    <div ref={part} onPointerMove={hold} onPointerLeave={leave} className="relative flex min-h-0 flex-col">
      {waiting > 0 && (
        <div className="absolute inset-x-0 top-10 z-20 flex justify-center max-md:fixed max-md:top-14">
          <Button
            size="sm"
            variant="primary"
            onPress={() => {
              release();
              scrollToTop(part.current);
            }}
          >
            {`${waiting} new`}
          </Button>
        </div>
      )}
      <ListTable {...rest} rows={rows} idOf={idOf} changed={changed} onHand={hold} />
    </div>
  );
}
