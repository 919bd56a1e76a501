import { TextLink } from '#components/ui/text-link.tsx';
import type { TimelineEntry } from '#lib/reports/schema-timeline.ts';

/** From a record to the log of the callbacks about it: "3 callbacks". Nothing where none is kept. */
export function CallbacksLink({
  businessId,
  about,
  entries,
}: {
  businessId: string;
  /** The record's id. */
  about: string;
  entries: readonly TimelineEntry[];
}) {
  const count = entries.filter(({ kind }) => kind === 'callback').length;
  if (count === 0) return null;
  return (
    <TextLink href={`/${businessId}/callbacks?q=${about}`} className="text-sm">
      {count === 1 ? '1 callback' : `${count} callbacks`}
    </TextLink>
  );
}
