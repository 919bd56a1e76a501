'use client';

import { useState } from 'react';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { recordAddress } from '#components/query/record-address.ts';
import { requestJson } from '#components/query/request-json.ts';
import { Section } from '#components/shell/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { tTimeline } from '#lib/messages/timeline.ts';
import { appendOlderEntries } from '#lib/reports/model/timeline.ts';
import type { TimelinePage } from '#lib/reports/schema/timeline.ts';
import { Timeline } from './timeline.tsx';

const shape = checkFields<TimelinePage>(withFields('entries', 'after'));

/** Returns a timeline with the older entries loaded so far. The page keeps its newest part current. */
function useTimeline(address: string, newest: TimelinePage) {
  const [older, setOlder] = useState<TimelinePage | null>(null);
  const [isLoading, setLoading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const shown = appendOlderEntries(newest, older);
  const showOlder = async () => {
    if (shown.after === null) return;
    setLoading(true);
    setProblem(null);
    try {
      const part = await requestJson(`${address}?${new URLSearchParams({ after: shown.after })}`, shape);
      setOlder({ entries: [...shown.entries, ...part.entries], after: part.after });
    } catch (thrown) {
      setProblem(thrown instanceof Error ? thrown.message : tTimeline('readFailed'));
    }
    setLoading(false);
  };
  return { shown, showOlder, isLoading, problem };
}

/** Links a record to its callbacks: "3 callbacks". Renders nothing where there are none. */
function CallbacksLink({
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
      actions={<CallbacksLink businessId={businessId} kind={kind} about={about} shown={shown} />}
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
