import type { Density } from '#components/ui/data-table.tsx';
import { Cell, DataTable, HeadCell } from '#components/ui/data-table.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { tShell } from '#lib/messages/shell.ts';

export type SkeletonColumn = {
  readonly head: string;
  readonly numeric?: boolean;
  /** Approximate width of the content in quarters of a rem. Default: 24 (96 px). */
  readonly width?: 8 | 12 | 16 | 20 | 24 | 32 | 40;
};

const widths = { 8: 'w-8', 12: 'w-12', 16: 'w-16', 20: 'w-20', 24: 'w-24', 32: 'w-32', 40: 'w-40' } as const;

/** A loading table with its real headings and placeholder rows. */
export function TableSkeleton({
  columns,
  rows = 12,
  density = 'normal',
}: {
  columns: readonly SkeletonColumn[];
  rows?: number;
  density?: Density;
}) {
  const keys = Array.from({ length: rows }, (_, index) => `row-${index}`);
  return (
    <div role="status" aria-label={tShell('loadingList')} className="overflow-hidden">
      <DataTable label={tShell('loading')} density={density} className="max-xl:overflow-x-hidden">
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.head} numeric={column.numeric}>
                {column.head}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody aria-hidden>
          {keys.map((key) => (
            <tr key={key}>
              {columns.map((column) => (
                <Cell key={column.head} numeric={column.numeric}>
                  <Skeleton
                    className={`h-3 ${widths[column.width ?? 24]} ${column.numeric ? 'ms-auto' : ''}`}
                  />
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </DataTable>
    </div>
  );
}
