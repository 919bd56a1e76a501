import 'server-only';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { TimelineEntry } from '../schema/timeline.ts';
import { paymentTimeline, withdrawalTimeline } from './timeline.ts';

type TimelineSubject = { readonly label: string | null } & (
  | { readonly payment: string }
  | { readonly withdrawal: string }
);

/** Of all of them together. */
const most = 200;
const part = { size: most } as const;

/**
 * The timelines of several payments and withdrawals as one, newest first. `labels` says of an entry whose it is: an
 * entry that several share, as two deposits of one payment do, is there once under all their labels. `more`: older ones
 * are left out. Throws Problem 'not-found'.
 */
export async function readSharedTimeline(
  context: Context<PersonActor>,
  business: string,
  asked: readonly TimelineSubject[],
): Promise<{
  readonly entries: readonly TimelineEntry[];
  readonly labels: Readonly<Record<string, string>>;
  readonly more: boolean;
}> {
  const read = await Promise.all(
    asked.map(async (one) => ({
      label: one.label,
      ...('payment' in one
        ? await paymentTimeline(context, business, one.payment, part)
        : await withdrawalTimeline(context, business, one.withdrawal, part)),
    })),
  );
  const entries = new Map<string, TimelineEntry>();
  const labels = new Map<string, string[]>();
  for (const { label, entries: own } of read)
    for (const entry of own) {
      entries.set(entry.id, entry);
      if (label !== null) labels.set(entry.id, [...(labels.get(entry.id) ?? []), label]);
    }
  const all = [...entries.values()].toSorted((one, other) => other.at - one.at);
  const shown = all.slice(0, most);
  return {
    entries: shown,
    labels: Object.fromEntries(
      shown.flatMap(({ id }) => {
        const own = labels.get(id);
        return own === undefined ? [] : [[id, own.join(', ')]];
      }),
    ),
    more: all.length > shown.length || read.some(({ after }) => after !== null),
  };
}
