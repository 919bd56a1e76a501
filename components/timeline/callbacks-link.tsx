import { TextLink } from '#components/ui/text-link.tsx';
import { tTimeline } from '#lib/messages/timeline.ts';
import type { TimelinePage } from '#lib/reports/schema/timeline.ts';

/** Links a record to its callbacks: "3 callbacks". Renders nothing where there are none. */
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
  const isComplete = shown.after === null;
  if (count === 0 && isComplete) return null;
  return (
    <TextLink href={`/${businessId}/callbacks?${kind}=${about}`} className="text-sm">
      {count === 0
        ? tTimeline('callbacks')
        : isComplete
          ? tTimeline('callbackCount', { count })
          : tTimeline('callbackCountAtLeast', { count: String(count) })}
    </TextLink>
  );
}
