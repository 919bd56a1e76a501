import 'server-only';
import type { TimelineEntry, TimelinePage } from '../schema/timeline.ts';
import type { TimelinePosition } from './timeline-position.ts';
import { comparePositions, writePosition } from './timeline-position.ts';

export type PlacedEntry = { readonly place: TimelinePosition; readonly entry: TimelineEntry };

/** Entries of one kind from a place on, and how far was looked; null: to the end. */
export type TimelineRange = {
  readonly entries: readonly PlacedEntry[];
  readonly scannedTo: TimelinePosition | null;
};

/** Of rows that were fetched with this limit. */
export const findScanEnd = (places: readonly TimelinePosition[], limit: number): TimelinePosition | null =>
  places.length < limit ? null : (places.at(-1) ?? null);

/** A page of what several kinds have: nothing beyond the place up to which all of them were looked at. */
export function toTimelinePage(stretches: readonly TimelineRange[], size: number): TimelinePage {
  const ends = stretches
    .flatMap((one) => (one.scannedTo === null ? [] : [one.scannedTo]))
    .toSorted(comparePositions);
  const [end = null] = ends;
  const all = stretches
    .flatMap(({ entries: found }) => found)
    .filter(({ place }) => end === null || comparePositions(place, end) <= 0)
    .toSorted((one, other) => comparePositions(one.place, other.place));
  const shown = all.slice(0, size);
  const goesOn = all.length > size ? (shown.at(-1)?.place ?? null) : end;
  return {
    entries: shown.map(({ entry }) => entry),
    after: goesOn === null ? null : writePosition(goesOn),
  };
}
