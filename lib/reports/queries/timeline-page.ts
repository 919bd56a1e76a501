import 'server-only';
import type { TimelineEntry, TimelinePage } from '../schema/timeline.ts';
import type { TimelinePosition } from './timeline-position.ts';
import { comparePositions, formatTimelineCursor } from './timeline-position.ts';

export type PositionedEntry = { readonly place: TimelinePosition; readonly entry: TimelineEntry };

/** Entries of one kind after a position, and the position up to which they were read. Null: to the end. */
export type TimelineRead = {
  readonly found: readonly PositionedEntry[];
  readonly endPosition: TimelinePosition | null;
};

/** Returns the position up to which rows were read with this limit. */
export const findEndPosition = (
  places: readonly TimelinePosition[],
  limit: number,
): TimelinePosition | null => (places.length < limit ? null : (places.at(-1) ?? null));

/** Merges entries of several kinds to a page. It ends at the first position up to which all kinds were read. */
export function toTimelinePage(stretches: readonly TimelineRead[], size: number): TimelinePage {
  const positions = stretches
    .flatMap((one) => (one.endPosition === null ? [] : [one.endPosition]))
    .toSorted(comparePositions);
  const [end = null] = positions;
  const all = stretches
    .flatMap(({ found }) => found)
    .filter(({ place }) => end === null || comparePositions(place, end) <= 0)
    .toSorted((one, other) => comparePositions(one.place, other.place));
  const shown = all.slice(0, size);
  const nextPosition = all.length > size ? (shown.at(-1)?.place ?? null) : end;
  return {
    entries: shown.map(({ entry }) => entry),
    after: nextPosition === null ? null : formatTimelineCursor(nextPosition),
  };
}
