import type { Density } from '#components/ui/data-table.tsx';
import { Cell, DataTable, HeadCell } from '#components/ui/data-table.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';

export type SkeletonColumn = {
  readonly head: string;
  readonly numeric?: boolean;
  /** How wide the content is about, in quarters of a rem; 24 (96 px) where nothing is said. */
  readonly width?: 8 | 12 | 16 | 20 | 24 | 32 | 40;
};

const widths = { 8: 'w-8', 12: 'w-12', 16: 'w-16', 20: 'w-20', 24: 'w-24', 32: 'w-32', 40: 'w-40' } as const;

/** A table that is being read: its own heads, and grey where the rows will stand. */
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
    <div role="status" aria-label="Reading the list" className="overflow-hidden">
      <DataTable label="Being read" density={density} className="max-xl:overflow-x-hidden">
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
                    className={`h-3 ${widths[column.width ?? 24]} ${column.numeric ? 'ml-auto' : ''}`}
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
