'use client';

import { useState } from 'react';
import { outline, withFields } from '#components/query/outline.ts';
import { requestJson } from '#components/query/request-json.ts';
import { withOlder } from '#lib/reports/model/timeline.ts';
import type { TimelinePage } from '#lib/reports/schema/timeline.ts';

const shape = outline<TimelinePage>(withFields('entries', 'after'));

/** A timeline whose newest part is kept fresh by the page, with the older parts that the person asked for. */
export function useTimeline(address: string, newest: TimelinePage) {
  const [older, setOlder] = useState<TimelinePage | null>(null);
  const [isLoading, setLoading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const shown = withOlder(newest, older);
  const showOlder = async () => {
    if (shown.after === null) return;
    setLoading(true);
    setProblem(null);
    try {
      const part = await requestJson(`${address}?${new URLSearchParams({ after: shown.after })}`, shape);
      setOlder({ entries: [...shown.entries, ...part.entries], after: part.after });
    } catch (thrown) {
      setProblem(thrown instanceof Error ? thrown.message : 'It could not be read. Try again.');
    }
    setLoading(false);
  };
  return { shown, showOlder, isLoading, problem };
}
