import { TextLink } from '#components/ui/text-link.tsx';
import type { TimelineEntry } from '#lib/reports/schema-timeline.ts';

/** A timeline tells no more than these; the log has them all. */
const mostTold = 200;

/** From a record to the log of the callbacks about it: "3 callbacks". Nothing where none is kept. */
export function CallbacksLink({
  businessId,
  kind,
  about,
  entries,
}: {
  businessId: string;
  kind: 'payment' | 'deposit' | 'withdrawal';
  /** The record's id. */
  about: string;
  entries: readonly TimelineEntry[];
}) {
  const count = entries.filter(({ kind }) => kind === 'callback').length;
  if (count === 0) return null;
  return (
    <TextLink href={`/${businessId}/callbacks?${kind}=${about}`} className="text-sm">
      {count === 1 ? '1 callback' : `${count}${count < mostTold ? '' : '+'} callbacks`}
    </TextLink>
  );
}
