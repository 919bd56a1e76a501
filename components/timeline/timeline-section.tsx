'use client';

import { recordAddress } from '#components/query/record-address.ts';
import { Section } from '#components/shell/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { tTimeline } from '#lib/messages/timeline.ts';
import type { TimelinePage } from '#lib/reports/schema/timeline.ts';
import { CallbacksLink } from './callbacks-link.tsx';
import { Timeline } from './timeline.tsx';
import { useTimeline } from './use-timeline.ts';

/** The observations of a record, newest first. A button loads older ones. */
export function TimelineSection({
  businessId,
  kind,
  about,
  newest,
}: {
  businessId: string;
  kind: 'payment' | 'deposit' | 'withdrawal';
  /** The record's id. */
  about: string;
  newest: TimelinePage;
}) {
  const address = `${recordAddress(businessId, `${kind}s`, about)}/timeline`;
  const { shown, showOlder, isLoading, problem } = useTimeline(address, newest);
  const { entries, after } = shown;
  return (
    <Section
      title={tTimeline('title')}
      count={`${entries.length}${after === null ? '' : '+'}`}
      actions={<CallbacksLink {...{ businessId, kind, about, shown }} />}
    >
      <Timeline businessId={businessId} entries={entries} />
      {after !== null && (
        <div className="flex flex-wrap items-center gap-3 pt-3">
          <Button size="sm" isPending={isLoading} onPress={() => void showOlder()}>
            {tTimeline('showOlder')}
          </Button>
          {problem !== null && (
            <p role="alert" className="text-bad text-xs">
              {problem}
            </p>
          )}
        </div>
      )}
    </Section>
  );
}
