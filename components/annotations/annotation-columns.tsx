import { lazy, Suspense } from 'react';
import type { ListColumn } from '#components/list/table/list-column.ts';
import type { ListAnnotations } from '#lib/annotations/model.ts';
import { tAnnotations } from '#lib/messages/annotations.ts';

const cells = () => import('./annotation-cells.ts');
const LabelChips = lazy(() => cells().then((file) => ({ default: file.LabelChips })));
const LatestNote = lazy(() => cells().then((file) => ({ default: file.LatestNote })));

/** Optional list columns for labels and the latest note. */
export const annotationColumns: readonly ListColumn<ListAnnotations>[] = [
  {
    id: 'labels',
    head: tAnnotations('columns.labels'),
    hiddenByDefault: true,
    width: 24,
    cell: (row) => (
      <Suspense>
        <LabelChips names={row.labels} />
      </Suspense>
    ),
  },
  {
    id: 'notes',
    head: tAnnotations('columns.latestNote'),
    hiddenByDefault: true,
    width: 32,
    cell: (row) => (
      <Suspense>
        <LatestNote {...row} />
      </Suspense>
    ),
  },
];
