import type { ListAnnotations } from '#lib/annotations/model.ts';

/** How the newest note of a row begins, and how many there are beside it. */
export function LatestNote({ latestNote, notes }: Pick<ListAnnotations, 'latestNote' | 'notes'>) {
  if (latestNote === null) return <span className="text-faint">None</span>;
  return (
    <span className="flex max-w-72 items-baseline gap-1.5">
      <bdi className="truncate" title={latestNote}>
        {latestNote}
      </bdi>
      {notes > 1 && (
        <span className="shrink-0 text-muted text-xs tabular-nums">
          +{notes - 1}
          <span className="sr-only"> more</span>
        </span>
      )}
    </span>
  );
}
