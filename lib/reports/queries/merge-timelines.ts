import 'server-only';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { MergedTimeline, TimelineEntry } from '../schema/timeline.ts';
import { listPaymentTimeline, listWithdrawalTimeline } from './timeline.ts';

type TimelineSubject = { readonly label: string | null } & (
  | { readonly payment: string }
  | { readonly withdrawal: string }
);

/** The number of entries of all subjects together. */
const maxEntries = 200;
const firstPart = { size: maxEntries } as const;

/**
 * Merges the timelines of several payments and withdrawals, newest first. A shared entry appears once.
 * Throws Problem 'not-found'.
 */
export async function mergeTimelines(
  context: Context<PersonActor>,
  business: string,
  subjects: readonly TimelineSubject[],
): Promise<MergedTimeline> {
  const parts = await Promise.all(
    subjects.map(async (one) => ({
      label: one.label,
      ...('payment' in one
        ? await listPaymentTimeline(context, business, one.payment, firstPart)
        : await listWithdrawalTimeline(context, business, one.withdrawal, firstPart)),
    })),
  );
  const entries = new Map<string, TimelineEntry>();
  const labels = new Map<string, string[]>();
  for (const { label, entries: own } of parts)
    for (const entry of own) {
      entries.set(entry.id, entry);
      if (label !== null) labels.set(entry.id, [...(labels.get(entry.id) ?? []), label]);
    }
  const all = [...entries.values()].toSorted((one, other) => other.at - one.at);
  const shown = all.slice(0, maxEntries);
  return {
    entries: shown,
    labels: Object.fromEntries(
      shown.flatMap(({ id }) => {
        const own = labels.get(id);
        return own === undefined ? [] : [[id, own.join(', ')]];
      }),
    ),
    more: all.length > shown.length || parts.some(({ after }) => after !== null),
  };
}
