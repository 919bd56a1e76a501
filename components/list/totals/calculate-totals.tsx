'use client';

import { Sigma } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ClockTime } from '#components/ui/clock-time.tsx';
import { useLocaleSettings, useNow } from '#components/ui/locale-context.ts';
import type { TotalsProgress } from '#lib/lists/model/totals.ts';
import type { UnixSeconds } from '#lib/values/unix-seconds.ts';
import { unixSeconds } from '#lib/values/unix-seconds.ts';
import { streamTotals } from './totals-request.ts';

/**
 * Adds up more rows than are added unasked, and tells how far it is. Leaving or stopping ends the work. Nothing tells
 * when such totals are no longer true, so they say of when they are, and can be added up again.
 */
export function AddUp({
  address,
  bound,
  addedAt,
  onDone,
}: {
  address: string;
  /** There are more rows than this; null: nobody knows how many. */
  bound: number | null;
  /** Of when the totals are that stand beside it; null: there are none. */
  addedAt: UnixSeconds | null;
  /** `at` is when it was begun: all of it is read as of that moment. */
  onDone: (progress: TotalsProgress, at: UnixSeconds) => void;
}) {
  const { locale } = useLocaleSettings();
  const now = useNow();
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
      for await (const progress of streamTotals(address, work.signal)) {
        setRows(progress.rows);
        if (!progress.done) continue;
        setRows(null);
        return onDone(progress, unixSeconds(now));
      }
    } catch (error) {
      if (!work.signal.aborted)
        setFailed(error instanceof Error ? error.message : 'The totals could not be added up.');
    }
    setRows(null);
  };
  const asOf = addedAt !== null && (
    <span className="text-muted">
      as of <ClockTime at={addedAt} />
    </span>
  );
  const number = new Intl.NumberFormat(locale);
  if (rows !== null) {
    return (
      <span className="inline-flex items-center gap-3" role="status">
        {asOf}
        <span className="tabular-nums">{number.format(rows)} rows added up so far…</span>
        <Button size="sm" variant="quiet" onPress={() => stop.current?.abort()}>
          Stop
        </Button>
      </span>
    );
  }
  return (
    <span className="inline-flex items-center gap-3">
      {asOf}
      {(failed !== null || addedAt === null) && (
        <span className="text-muted">
          {failed ?? (bound === null ? 'Totals take a while here' : `More than ${number.format(bound)} rows`)}
        </span>
      )}
      <Button size="sm" icon={<Sigma aria-hidden />} onPress={() => void add()}>
        {addedAt === null ? 'Add them up' : 'Add up again'}
      </Button>
    </span>
  );
}
