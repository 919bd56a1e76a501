'use client';

import { Sigma } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ClockTime } from '#components/ui/clock-time.tsx';
import { useLocaleSettings, useNow } from '#components/ui/locale-context.ts';
import type { TotalsProgress } from '#lib/lists/model/totals.ts';
import { tListTotals } from '#lib/messages/list.ts';
import type { UnixSeconds } from '#lib/values/unix-seconds.ts';
import { unixSeconds } from '#lib/values/unix-seconds.ts';
import { useListNoun } from '../list-noun.ts';
import { streamTotals } from './totals-request.ts';

/**
 * Calculates totals over more rows than the page totals automatically, and shows the progress. Leaving the page or
 * pressing Stop ends it. Such totals are not refreshed, so they show their time and can be calculated again.
 */
export function CalculateTotals({
  address,
  bound,
  calculatedAt,
  onDone,
}: {
  address: string;
  /** The number of rows that is exceeded, or null when it is unknown. */
  bound: number | null;
  /** The time of the totals beside it, or null when there are none. */
  calculatedAt: UnixSeconds | null;
  /** `at` is the start: all rows are read as of that moment. */
  onDone: (progress: TotalsProgress, at: UnixSeconds) => void;
}) {
  const { locale } = useLocaleSettings();
  const now = useNow();
  const nameRows = useListNoun();
  const [rows, setRows] = useState<number | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const calculate = async () => {
    const controller = new AbortController();
    stop.current = controller;
    setFailed(null);
    setRows(0);
    try {
      for await (const progress of streamTotals(address, controller.signal)) {
        setRows(progress.rows);
        if (!progress.done) continue;
        setRows(null);
        return onDone(progress, unixSeconds(now));
      }
    } catch (error) {
      if (!controller.signal.aborted)
        setFailed(error instanceof Error ? error.message : tListTotals('calculateFailed'));
    }
    setRows(null);
  };
  const asOf = calculatedAt !== null && (
    <span className="text-muted">
      {tListTotals.rich('asOf', { time: () => <ClockTime at={calculatedAt} /> })}
    </span>
  );
  const number = new Intl.NumberFormat(locale);
  if (rows !== null) {
    return (
      <span className="inline-flex items-center gap-3" role="status">
        {asOf}
        <span className="tabular-nums">
          {tListTotals('progress', { rows: number.format(rows), noun: nameRows(rows) })}
        </span>
        <Button size="sm" variant="quiet" onPress={() => stop.current?.abort()}>
          {tListTotals('stop')}
        </Button>
      </span>
    );
  }
  return (
    <span className="inline-flex items-center gap-3">
      {asOf}
      {(failed !== null || calculatedAt === null) && (
        <span className="text-muted">
          {failed ??
            (bound === null
              ? tListTotals('slow')
              : tListTotals('manyRows', { bound: number.format(bound), noun: nameRows(bound) }))}
        </span>
      )}
      <Button size="sm" icon={<Sigma aria-hidden />} onPress={() => void calculate()}>
        {tListTotals(calculatedAt === null ? 'calculate' : 'recalculate')}
      </Button>
    </span>
  );
}
