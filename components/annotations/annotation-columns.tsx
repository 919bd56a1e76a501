import type { ListColumn } from '#components/list/list-column.ts';
import type { ListAnnotations } from '#lib/annotations/model.ts';
import { LabelChips } from './label-chip.tsx';
import { LatestNote } from './latest-note.tsx';

/** What people added to the rows of a list. */
export const annotationColumns: readonly ListColumn<ListAnnotations>[] = [
  {
    id: 'labels',
    head: 'Labels',
    extra: true,
    width: 24,
    cell: (row) => <LabelChips names={row.labels} />,
  },
  {
    id: 'notes',
    head: 'Latest note',
    extra: true,
    width: 32,
    cell: (row) => <LatestNote {...row} />,
  },
];
