'use client';

import { Sigma } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { withFields } from '#components/query/outline.ts';
import { failureOf } from '#components/query/request-json.ts';
import { Button } from '#components/ui/button.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import type { TotalsProgress } from '#lib/values/list-totals.ts';

const hasItsFields = withFields('rows', 'done', 'fields');
const isProgress = (value: unknown): value is TotalsProgress => hasItsFields(value);

/** How far the adding up is, line by line. Throws where the answer is a refusal or breaks off. */
async function* progressOf(address: string, signal: AbortSignal): AsyncGenerator<TotalsProgress> {
  const response = await fetch(address, { signal });
  if (!response.ok || !response.body)
    throw new Error(failureOf(response, await response.json().catch(() => null)).message);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ''; ; ) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const told: unknown = JSON.parse(line);
      if (isProgress(told)) yield told;
    }
  }
}

/** Adds up more rows than are added unasked, and tells how far it is. Leaving or stopping ends the work. */
export function AddUp({
  address,
  bound,
  onDone,
}: {
  address: string;
  /** There are more rows than this; null: nobody knows how many. */
  bound: number | null;
  onDone: (progress: TotalsProgress) => void;
}) {
  const { locale } = useLocaleSettings();
  const [rows, setRows] = useState<number | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const add = async () => {
    const work = new AbortController();
    stop.current = work;
    setFailed(null);
    setRows(0);
    try {
      for await (const progress of progressOf(address, work.signal)) {
        setRows(progress.rows);
        if (progress.done) return onDone(progress);
      }
      throw new Error('The adding up broke off.');
    } catch (error) {
      if (!work.signal.aborted)
        setFailed(error instanceof Error ? error.message : 'The totals could not be added up.');
    }
    setRows(null);
  };
  const number = new Intl.NumberFormat(locale);
  if (rows !== null) {
    return (
      <span className="inline-flex items-center gap-3" role="status">
        <span className="tabular-nums">{number.format(rows)} rows added up so far…</span>
        <Button size="sm" variant="quiet" onPress={() => stop.current?.abort()}>
          Stop
        </Button>
      </span>
    );
  }
  return (
    <span className="inline-flex items-center gap-3">
      <span className="text-muted">
        {failed ?? (bound === null ? 'Totals take a while here' : `More than ${number.format(bound)} rows`)}
      </span>
      <Button size="sm" icon={<Sigma aria-hidden />} onPress={() => void add()}>
        Add them up
      </Button>
    </span>
  );
}
