'use client';

import { useId } from 'react';
import { Button } from '#components/ui/button.tsx';
import { cx } from '#components/ui/cx.ts';
import { controlStyle } from '#components/ui/field.tsx';
import type { DayRange } from '#lib/values/list-query.ts';

/** `2026-11-20` and so many days earlier. */
const earlier = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);

/** Whole days, as the business counts them; `today` is the day there. */
export function DaysFilter({
  range,
  today,
  onChange,
}: {
  range: DayRange | null;
  today: string;
  onChange: (range: DayRange | null) => void;
}) {
  const presets: readonly (readonly [string, DayRange])[] = [
    ['Today', { from: today, to: today }],
    ['Last 7 days', { from: earlier(today, 6), to: today }],
    ['Last 30 days', { from: earlier(today, 29), to: today }],
    ['This month', { from: `${today.slice(0, 7)}-01`, to: today }],
  ];
  const change = (next: DayRange) => onChange(next.from === null && next.to === null ? null : next);
  return (
    <div className="flex flex-col gap-3 px-1 pb-1">
      <div className="flex flex-wrap gap-1.5">
        {presets.map(([label, preset]) => (
          <Button key={label} size="sm" onPress={() => onChange(preset)}>
            {label}
          </Button>
        ))}
      </div>
      <Day
        label="From"
        value={range?.from ?? ''}
        onChange={(from) => change({ from, to: range?.to ?? null })}
      />
      <Day label="To" value={range?.to ?? ''} onChange={(to) => change({ from: range?.from ?? null, to })} />
      <p className="text-muted text-xs">Days are counted in the business’s time zone, both ends included.</p>
    </div>
  );
}

function Day({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (day: string | null) => void;
}) {
  const id = useId();
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className="w-10 text-muted text-sm">
        {label}
      </label>
      <input
        id={id}
        type="date"
        value={value}
        min="1970-01-01"
        max="2999-12-31"
        onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
        className={cx(controlStyle, 'h-control text-sm')}
      />
    </div>
  );
}
