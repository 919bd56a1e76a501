import 'server-only';
import { toChangePayload } from '#lib/realtime/live-events.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Topic } from '#lib/values/topics.ts';
import type { Announcement } from '../store/rows.ts';
import type { CallbackObservation } from './callback-observation.ts';

type ChangeSet = { readonly topics: Set<Topic>; readonly ids: Set<string> };

const createChangeSet = (): ChangeSet => ({ topics: new Set(), ids: new Set() });

function addChange(part: ChangeSet, { topics, ids = [] }: Pick<Announcement, 'topics' | 'ids'>): void {
  for (const topic of topics) part.topics.add(topic);
  for (const id of ids) part.ids.add(id);
}

const toLists = ({ topics, ids }: ChangeSet) => ({ topics: [...topics], ids: [...ids] });

/** Collects the changes of a batch into one notification for each business. */
export class BatchAnnouncements {
  readonly #byBusiness = new Map<BusinessId, { open: ChangeSet; guarded: ChangeSet }>();

  add({ quiet }: Pick<CallbackObservation, 'quiet'>, { businessId, guarded, ...change }: Announcement): void {
    if (quiet === true) return;
    const parts = this.#byBusiness.get(businessId) ?? { open: createChangeSet(), guarded: createChangeSet() };
    addChange(parts.open, change);
    if (guarded !== undefined) addChange(parts.guarded, guarded);
    this.#byBusiness.set(businessId, parts);
  }

  texts(): string[] {
    return [...this.#byBusiness].map(([businessId, { open, guarded }]) =>
      toChangePayload({
        businessId,
        ...toLists(open),
        ...(guarded.topics.size > 0 && { guarded: toLists(guarded) }),
      }),
    );
  }
}
