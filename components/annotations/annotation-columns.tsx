import { lazy, Suspense } from 'react';
import type { ListColumn } from '#components/list/table/list-column.ts';
import type { ListAnnotations } from '#lib/annotations/model.ts';

const cells = () => import('./annotation-cells.ts');
const LabelChips = lazy(() => cells().then((file) => ({ default: file.LabelChips })));
const LatestNote = lazy(() => cells().then((file) => ({ default: file.LatestNote })));

/** What people added to the rows of a list. */
export const annotationColumns: readonly ListColumn<ListAnnotations>[] = [
  {
    id: 'labels',
    head: 'Labels',
    extra: true,
    width: 24,
    cell: (row) => (
      <Suspense>
        <LabelChips names={row.labels} />
      </Suspense>
    ),
  },
  {
    id: 'notes',
    head: 'Latest note',
    extra: true,
    width: 32,
    cell: (row) => (
      <Suspense>
        <LatestNote {...row} />
      </Suspense>
    ),
  },
];
