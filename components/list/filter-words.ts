import type { DayRange, ListQuery, ListSpec } from '#lib/values/list-query.ts';

/** A filter in force, in words: "Status", "Expired, New". */
export type FilterInForce = { readonly name: string; readonly label: string; readonly value: string };

const day = (text: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(Date.parse(`${text}T00:00:00Z`));

function daysInWords({ from, to }: DayRange, locale: string): string {
  if (from !== null && to !== null)
    return from === to ? day(from, locale) : `${day(from, locale)} – ${day(to, locale)}`;
  if (from !== null) return `since ${day(from, locale)}`;
  return to === null ? '' : `until ${day(to, locale)}`;
}

/** Everything that the list is filtered by but the search. */
export function filtersInForce(spec: ListSpec, query: ListQuery, locale: string): readonly FilterInForce[] {
  return Object.entries(spec.filters).flatMap(([name, filter]): FilterInForce[] => {
    if (filter.kind === 'days') {
      const range = query.days[name];
      return range ? [{ name, label: filter.label, value: daysInWords(range, locale) }] : [];
    }
    const chosen = query.choices[name];
    if (!chosen) return [];
    const words = chosen.map((one) => filter.choices.find((choice) => choice.value === one)?.label ?? one);
    return [{ name, label: filter.label, value: words.join(', ') }];
  });
}

/** The names of parameters that could not be understood, in words. */
export function ignoredInWords(spec: ListSpec, ignored: readonly string[]): string {
  return ignored
    .map((name) => spec.filters[name]?.label ?? (name === 'q' ? 'Search' : 'the place in the list'))
    .join(', ');
}
