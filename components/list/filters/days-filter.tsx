'use client';

import { useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { cx } from '#components/ui/cx.ts';
import { controlStyle } from '#components/ui/field.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import type { DayRange, DaySpan, RelativeDays } from '#lib/lists/model/day-filter.ts';
import { isDay } from '#lib/lists/model/day-filter.ts';
import { tListFiltersPanel } from '#lib/messages/list.ts';
import { formatSince } from './filter-labels.ts';

const offeredPast: readonly RelativeDays[] = [
  'today',
  'yesterday',
  'last-7-days',
  'last-30-days',
  'this-month',
  'last-month',
];

const offeredFuture: readonly RelativeDays[] = [
  'yesterday',
  'today',
  'tomorrow',
  'next-7-days',
  'next-30-days',
];

/** Filters by whole days in the time zone of the business. Relative days stay relative. */
export function DaysFilter({
  span,
  isFuture = false,
  onChange,
}: {
  span: DaySpan | null;
  /** Offers future days. */
  isFuture?: boolean;
  onChange: (span: DaySpan | null) => void;
}) {
  const settings = useLocaleSettings();
  const range = span === null || typeof span === 'string' || 'since' in span ? null : span;
  const offered = isFuture ? offeredFuture : offeredPast;
  // A link may filter by other relative days, or since an exact time. Both are shown while they are active.
  const shown = typeof span === 'string' && !offered.includes(span) ? [...offered, span] : offered;
  const change = (next: DayRange) => onChange(next.from === null && next.to === null ? null : next);
  return (
    <div className="flex flex-col gap-3 px-1 pb-1">
      <div className="flex flex-wrap gap-1.5">
        {shown.map((days) => (
          <Button
            key={days}
            size="sm"
            variant={span === days ? 'primary' : 'secondary'}
            aria-pressed={span === days}
            onPress={() => onChange(days)}
          >
            {tListFiltersPanel(`days.relative.${days}`)}
          </Button>
        ))}
      </div>
      {span !== null && typeof span === 'object' && 'since' in span && (
        <p className="font-medium text-sm">
          {tListFiltersPanel('days.since', { time: formatSince(span, settings) })}
        </p>
      )}
      <Day
        label={tListFiltersPanel('days.from')}
        value={range?.from ?? ''}
        onChange={(from) => change({ from, to: range?.to ?? null })}
      />
      <Day
        label={tListFiltersPanel('days.to')}
        value={range?.to ?? ''}
        onChange={(to) => change({ from: range?.from ?? null, to })}
      />
      <p className="text-muted text-xs">{tListFiltersPanel('days.note')}</p>
      {span !== null && (
        <Button size="sm" className="self-start" onPress={() => onChange(null)}>
          {tListFiltersPanel('days.remove')}
        </Button>
      )}
    </div>
  );
}

/** A date field. A half-typed year is an invalid day: it stays in the field and filters nothing. */
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
  const [lastValue, setLastValue] = useState(value);
  // Follows every change of the address, from this field or from a link.
  if (lastValue !== value) {
    setLastValue(value);
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
