'use client';

import { useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { cx } from '#components/ui/cx.ts';
import { controlStyle } from '#components/ui/field.tsx';
import type { DayRange, DaySpan, RelativeDays } from '#lib/lists/model/day-filter.ts';
import { isDay } from '#lib/lists/model/day-filter.ts';
import { relativeWords } from './filter-labels.ts';

const offered: readonly RelativeDays[] = [
  'today',
  'yesterday',
  'last-7-days',
  'last-30-days',
  'this-month',
  'last-month',
];

/** Whole days, as the business counts them. Days that move with the calendar keep moving. */
export function DaysFilter({
  span,
  onChange,
}: {
  span: DaySpan | null;
  onChange: (span: DaySpan | null) => void;
}) {
  const range = typeof span === 'string' ? null : span;
  const change = (next: DayRange) => onChange(next.from === null && next.to === null ? null : next);
  return (
    <div className="flex flex-col gap-3 px-1 pb-1">
      <div className="flex flex-wrap gap-1.5">
        {offered.map((days) => (
          <Button
            key={days}
            size="sm"
            variant={span === days ? 'primary' : 'secondary'}
            onPress={() => onChange(days)}
          >
            {relativeWords[days]}
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

/** A day that is chosen or typed. While its year is typed it is one of long ago, which stands in the field alone. */
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
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  // The address changed: by what was typed here, or by another way.
  if (known !== value) {
    setKnown(value);
    setText(value);
  }
  const change = (typed: string) => {
    setText(typed);
    if (typed === '') onChange(null);
    else if (isDay(typed)) onChange(typed);
  };
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className="w-10 text-muted text-sm">
        {label}
      </label>
      <input
        id={id}
        type="date"
        value={text}
        min="1970-01-01"
        max="2999-12-31"
        onChange={(event) => change(event.target.value)}
        className={cx(controlStyle, 'h-control text-sm user-invalid:border-bad')}
      />
    </div>
  );
}
