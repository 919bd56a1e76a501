import { TextLink } from '#components/ui/text-link.tsx';
import type { TimelinePage } from '#lib/reports/schema/timeline.ts';

/** From a record to the log of the callbacks about it: "3 callbacks". Nothing where none is kept. */
export function CallbacksLink({
  businessId,
  kind,
  about,
  shown,
}: {
  businessId: string;
  kind: 'payment' | 'deposit' | 'withdrawal';
  /** The record's id. */
  about: string;
  shown: TimelinePage;
}) {
  const count = shown.entries.filter((entry) => entry.kind === 'callback').length;
  const isWhole = shown.after === null;
  if (count === 0 && isWhole) return null;
  return (
    <TextLink href={`/${businessId}/callbacks?${kind}=${about}`} className="text-sm">
      {count === 1 && isWhole
        ? '1 callback'
        : count === 0
          ? 'Callbacks'
          : `${count}${isWhole ? '' : '+'} callbacks`}
    </TextLink>
  );
}
