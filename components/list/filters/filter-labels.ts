import { formatDay, formatShortTime } from '#components/ui/format-time.ts';
import type { LocaleSettings } from '#components/ui/locale-context.ts';
import { shorten } from '#components/ui/shorten.ts';
import type { AmountRange } from '#lib/lists/model/amount-filter.ts';
import type { DaySpan } from '#lib/lists/model/day-filter.ts';
import type { ListQuery, ListSpec } from '#lib/lists/model/query.ts';
import { tListFiltersPanel } from '#lib/messages/list.ts';
import { instant, toUnixSeconds } from '#lib/values/instant.ts';
import { formatTypedAmount } from '#lib/values/typed-amount.ts';

/** The texts of an active filter: label "Status", value "Expired, New". */
export type ActiveFilter = { readonly name: string; readonly label: string; readonly value: string };

/** Formats the exact time since which a link filters. */
export const formatSince = (
  { since }: { readonly since: string },
  { locale, zone }: LocaleSettings,
): string => formatShortTime(toUnixSeconds(instant(Date.parse(since))), locale, zone);

function formatDays(span: DaySpan, settings: LocaleSettings): string {
  const { locale } = settings;
  if (typeof span === 'string') return tListFiltersPanel(`days.relative.${span}`);
  if ('since' in span) return tListFiltersPanel('active.daysFrom', { day: formatSince(span, settings) });
  const { from, to } = span;
  if (from !== null && to !== null)
    return from === to
      ? formatDay(from, locale)
      : tListFiltersPanel('active.daysBetween', { from: formatDay(from, locale), to: formatDay(to, locale) });
  if (from !== null) return tListFiltersPanel('active.daysFrom', { day: formatDay(from, locale) });
  return to === null ? '' : tListFiltersPanel('active.daysTo', { day: formatDay(to, locale) });
}

/** Formats a range with every digit, because the filter is not rounded either. */
function formatAmounts({ currency, from, to }: AmountRange, locale: string): string {
  if (currency === null) return formatNumbers({ from, to }, locale);
  if (from !== null && to !== null)
    return from === to
      ? tListFiltersPanel('active.amount', { amount: from, currency })
      : tListFiltersPanel('active.amountBetween', { from, to, currency });
  if (from !== null) return tListFiltersPanel('active.amountFrom', { amount: from, currency });
  return to === null ? '' : tListFiltersPanel('active.amountTo', { amount: to, currency });
}

function formatNumbers({ from, to }: Pick<AmountRange, 'from' | 'to'>, locale: string): string {
  const write = (bound: string) => formatTypedAmount(bound, locale);
  if (from !== null && to !== null)
    return from === to
      ? write(from)
      : tListFiltersPanel('active.numberBetween', { from: write(from), to: write(to) });
  if (from !== null) return tListFiltersPanel('active.numberFrom', { number: write(from) });
  return to === null ? '' : tListFiltersPanel('active.numberTo', { number: write(to) });
}

/** Lists the active filters except the search. */
export function listActiveFilters(
  spec: ListSpec,
  query: ListQuery,
  settings: LocaleSettings,
): readonly ActiveFilter[] {
  const filters = Object.entries(spec.filters).flatMap(([name, filter]): ActiveFilter[] => {
    const [span, range, chosen] = [query.days[name], query.amounts[name], query.choices[name]];
    const exact = query.exact[name];
    if (exact !== undefined) return [{ name, label: filter.label, value: exact }];
    if (span) return [{ name, label: filter.label, value: formatDays(span, settings) }];
    if (range) return [{ name, label: filter.label, value: formatAmounts(range, settings.locale) }];
    if (!chosen) return [];
    const named = filter.kind === 'choice' ? filter.choices : [];
    const toLabel = (value: string) =>
      named.find((choice) => choice.value === value)?.label ??
      (filter.kind === 'id' ? shorten(value, 8, 4) : value);
    return [{ name, label: filter.label, value: chosen.map(toLabel).join(', ') }];
  });
  return [...filters, ...listSelectedRows(query)];
}

/** Shows how many rows the address selects or excludes by their ids. */
function listSelectedRows({ only, except }: ListQuery): readonly ActiveFilter[] {
  if (only.length > 0)
    return [{ name: 'only', label: tListFiltersPanel('active.selected'), value: `${only.length}` }];
  return except.length > 0
    ? [{ name: 'only', label: tListFiltersPanel('active.excluded'), value: `${except.length}` }]
    : [];
}

const otherParameters = ['sort', 'only', 'page', 'open'] as const;

/** Labels the URL parameters that the list could not read. */
export function formatIgnoredParameters(spec: ListSpec, ignored: readonly string[]): string {
  const toLabel = (name: string): string => {
    const other = otherParameters.find((parameter) => parameter === name);
    return spec.filters[name]?.label ?? (other ? tListFiltersPanel(`ignored.${other}`) : name);
  };
  return ignored.map(toLabel).join(', ');
}
