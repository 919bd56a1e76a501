'use client';

import { Button } from '#components/ui/button.tsx';
import type { ListColumn } from './list-column.ts';
import { ListTable } from './list-table.tsx';
import type { HeadOrder } from './order-link.tsx';
import { useChangedRows } from './use-changed-rows.ts';
import { useSteadyRows } from './use-steady-rows.ts';

/** The rows, kept steady under a hand and tinted once where they changed. */
export function ListRows<Row extends object>({
  rows: given,
  address,
  idOf,
  markOf,
  ...rest
}: {
  columns: readonly ListColumn<Row>[];
  visible: ReadonlySet<string>;
  rows: readonly Row[];
  address: string;
  idOf: (row: Row) => string;
  hrefOf: (row: Row) => string;
  markOf: (row: Row) => number;
  orderOf: (column: ListColumn<Row>) => HeadOrder;
  dimmed: boolean;
}) {
  const { rows, waiting, hold, release } = useSteadyRows(given, address, idOf);
  const changed = useChangedRows(new Map(rows.map((row) => [idOf(row), markOf(row)])), address);
  return (
    <div className="relative flex min-h-0 flex-col">
      {waiting > 0 && (
        <div className="absolute inset-x-0 top-10 z-20 flex justify-center">
          <Button size="sm" variant="primary" onPress={release}>
            {`${waiting} new`}
          </Button>
        </div>
      )}
      <ListTable {...rest} rows={rows} idOf={idOf} changed={changed} onHand={hold} onLeave={release} />
    </div>
  );
}
