import type { ListAnnotations } from '#lib/annotations/model.ts';
import { tAnnotations } from '#lib/messages/annotations.ts';
import { tNotes } from '#lib/messages/notes.ts';

/** Shows the beginning of the newest note and the number of other notes. */
export function LatestNote({ latestNote, notes }: Pick<ListAnnotations, 'latestNote' | 'notes'>) {
  if (latestNote === null) return <span className="text-faint">{tAnnotations('none')}</span>;
  return (
    <span className="flex max-w-72 items-baseline gap-1.5">
      <bdi className="truncate" data-tooltip={latestNote}>
        {latestNote}
      </bdi>
      {notes > 1 && (
        <span className="shrink-0 text-muted text-xs tabular-nums">
          {tNotes.rich('moreNotes', {
            count: notes - 1,
            hidden: (text) => <span className="sr-only">{text}</span>,
          })}
        </span>
      )}
    </span>
  );
}
