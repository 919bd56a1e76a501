import 'server-only';
import { changeText } from '#lib/realtime/live-events.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Topic } from '#lib/values/topics.ts';
import type { Announcement } from '../store/rows.ts';
import type { CallbackObservation } from './callback-observation.ts';

type Part = { readonly topics: Set<Topic>; readonly ids: Set<string> };

const emptyPart = (): Part => ({ topics: new Set(), ids: new Set() });

function addTo(part: Part, { topics, ids = [] }: Pick<Announcement, 'topics' | 'ids'>): void {
  for (const topic of topics) part.topics.add(topic);
  for (const id of ids) part.ids.add(id);
}

const listed = ({ topics, ids }: Part) => ({ topics: [...topics], ids: [...ids] });

/** Collects what changed in a batch: one notification for each business. */
export class BatchAnnouncements {
  readonly #byBusiness = new Map<BusinessId, { open: Part; guarded: Part }>();

  add({ quiet }: Pick<CallbackObservation, 'quiet'>, { businessId, guarded, ...change }: Announcement): void {
    if (quiet === true) return;
    const parts = this.#byBusiness.get(businessId) ?? { open: emptyPart(), guarded: emptyPart() };
    addTo(parts.open, change);
    if (guarded !== undefined) addTo(parts.guarded, guarded);
    this.#byBusiness.set(businessId, parts);
  }

  texts(): string[] {
    return [...this.#byBusiness].map(([businessId, { open, guarded }]) =>
      changeText({
        businessId,
        ...listed(open),
        ...(guarded.topics.size > 0 && { guarded: listed(guarded) }),
      }),
    );
  }
}
