import { wholeDay } from '#components/ui/format-time.ts';
import { shorten } from '#components/ui/shorten.ts';
import type { AmountRange } from '#lib/lists/model/amount-filter.ts';
import type { DaySpan, RelativeDays } from '#lib/lists/model/day-filter.ts';
import type { ListQuery, ListSpec } from '#lib/lists/model/query.ts';

/** A filter in force, in words: "Status", "Expired, New". */
export type FilterInForce = { readonly name: string; readonly label: string; readonly value: string };

export const relativeWords: Readonly<Record<RelativeDays, string>> = {
  today: 'Today',
  yesterday: 'Yesterday',
  'last-7-days': 'Last 7 days',
  'last-30-days': 'Last 30 days',
  'last-90-days': 'Last 90 days',
  'this-month': 'This month',
  'last-month': 'Last month',
  'this-year': 'This year',
};

function daysInWords(span: DaySpan, locale: string): string {
  if (typeof span === 'string') return relativeWords[span];
  const { from, to } = span;
  if (from !== null && to !== null)
    return from === to ? wholeDay(from, locale) : `${wholeDay(from, locale)} – ${wholeDay(to, locale)}`;
  if (from !== null) return `since ${wholeDay(from, locale)}`;
  return to === null ? '' : `until ${wholeDay(to, locale)}`;
}

/** Every digit: a bound that were rounded would not be what is filtered by. */
function amountsInWords({ currency, from, to }: AmountRange): string {
  if (from !== null && to !== null)
    return from === to ? `${from} ${currency}` : `${from} – ${to} ${currency}`;
  return from === null ? `at most ${to} ${currency}` : `at least ${from} ${currency}`;
}

/** Everything that the list is filtered by but the search. */
export function filtersInForce(spec: ListSpec, query: ListQuery, locale: string): readonly FilterInForce[] {
  const filters = Object.entries(spec.filters).flatMap(([name, filter]): FilterInForce[] => {
    const [span, range, chosen] = [query.days[name], query.amounts[name], query.choices[name]];
    const whole = query.exact[name];
    if (whole !== undefined) return [{ name, label: filter.label, value: whole }];
    if (span) return [{ name, label: filter.label, value: daysInWords(span, locale) }];
    if (range) return [{ name, label: filter.label, value: amountsInWords(range) }];
    if (!chosen) return [];
    const named = filter.kind === 'choice' ? filter.choices : [];
    const plain = (one: string) => (filter.kind === 'id' ? shorten(one, 8, 4) : one);
    const words = chosen.map((one) => named.find((choice) => choice.value === one)?.label ?? plain(one));
    return [{ name, label: filter.label, value: words.join(', ') }];
  });
  return [...filters, ...pickedInWords(query)];
}

/** Rows that were picked by hand, where the address names them. */
function pickedInWords({ only, except }: ListQuery): readonly FilterInForce[] {
  if (only.length > 0) return [{ name: 'only', label: 'Picked', value: `${only.length}` }];
  return except.length > 0 ? [{ name: 'only', label: 'Without', value: `${except.length} picked` }] : [];
}

const others: Readonly<Record<string, string>> = {
  sort: 'the order',
  only: 'the picked rows',
  page: 'the place in the list',
  open: 'the open row',
};

/** The names of parameters that could not be understood, in words. */
export function ignoredInWords(spec: ListSpec, ignored: readonly string[]): string {
  return ignored.map((name) => spec.filters[name]?.label ?? others[name] ?? name).join(', ');
}
