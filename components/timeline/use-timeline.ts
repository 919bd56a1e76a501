'use client';

import { useState } from 'react';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { requestJson } from '#components/query/request-json.ts';
import { tTimeline } from '#lib/messages/timeline.ts';
import { appendOlderEntries } from '#lib/reports/model/timeline.ts';
import type { TimelinePage } from '#lib/reports/schema/timeline.ts';

const shape = checkFields<TimelinePage>(withFields('entries', 'after'));

/** Returns a timeline with the older entries loaded so far. The page keeps its newest part current. */
export function useTimeline(address: string, newest: TimelinePage) {
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
