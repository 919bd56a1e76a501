import type { ListColumn } from '#components/list/table/list-column.ts';
import type { ListAnnotations } from '#lib/annotations/model.ts';
import { tAnnotations } from '#lib/messages/annotations.ts';
import { LabelChips } from './label-chip.tsx';
import { LatestNote } from './latest-note.tsx';

/** Optional list columns for labels and the latest note. */
export const annotationColumns: readonly ListColumn<ListAnnotations>[] = [
  {
    id: 'labels',
    head: tAnnotations('columns.labels'),
    hiddenByDefault: true,
    width: 24,
    cell: (row) => <LabelChips names={row.labels} />,
  },
  {
    id: 'notes',
    head: tAnnotations('columns.latestNote'),
    hiddenByDefault: true,
    width: 32,
    cell: (row) => <LatestNote {...row} />,
  },
];
