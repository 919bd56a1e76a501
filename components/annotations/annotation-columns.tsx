import type { ListColumn } from '#components/list/table/list-column.ts';
import type { ListAnnotations } from '#lib/annotations/model.ts';
import { tAnnotations } from '#lib/messages/annotations.ts';
import { LabelChips } from './label-chip.tsx';

/** Shows the beginning of the newest note and the number of other notes. */
function LatestNote({ latestNote, notes }: Pick<ListAnnotations, 'latestNote' | 'notes'>) {
  if (latestNote === null) return <span className="text-faint">{tAnnotations('none')}</span>;
  return (
    <span className="flex max-w-72 items-baseline gap-1.5">
      <bdi className="truncate" data-tooltip={latestNote}>
        {latestNote}
      </bdi>
      {notes > 1 && (
        <span className="shrink-0 text-muted text-xs tabular-nums">
          {tAnnotations.rich('moreNotes', {
            count: notes - 1,
            hidden: (text) => <span className="sr-only">{text}</span>,
          })}
        </span>
      )}
    </span>
  );
}

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
