import 'server-only';
import type { TimelineEntry, TimelinePage } from '../schema/timeline.ts';
import type { Place } from './timeline-place.ts';
import { inOrder, writePlace } from './timeline-place.ts';

export type Found = { readonly place: Place; readonly entry: TimelineEntry };

/** Entries of one kind from a place on, and how far was looked; null: to the end. */
export type Stretch = { readonly found: readonly Found[]; readonly lookedTo: Place | null };

/** Of rows that were fetched with this limit. */
export const lookedTo = (places: readonly Place[], limit: number): Place | null =>
  places.length < limit ? null : (places.at(-1) ?? null);

/** A page of what several kinds have: nothing beyond the place up to which all of them were looked at. */
export function toTimelinePage(stretches: readonly Stretch[], size: number): TimelinePage {
  const ends = stretches.flatMap((one) => (one.lookedTo === null ? [] : [one.lookedTo])).toSorted(inOrder);
  const [end = null] = ends;
  const all = stretches
    .flatMap(({ found }) => found)
    .filter(({ place }) => end === null || inOrder(place, end) <= 0)
    .toSorted((one, other) => inOrder(one.place, other.place));
  const shown = all.slice(0, size);
  const goesOn = all.length > size ? (shown.at(-1)?.place ?? null) : end;
  return {
    entries: shown.map(({ entry }) => entry),
    after: goesOn === null ? null : writePlace(goesOn),
  };
}
