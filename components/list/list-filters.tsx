'use client';

import { usePathname } from 'next/navigation';
import { Button } from '#components/ui/button.tsx';
import { FilterChip } from '#components/ui/filter-chip.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import type { ListQuery, ListSpec } from '#lib/values/list-query.ts';
import { isFiltered, listAddress } from '#lib/values/list-query.ts';
import { FilterMenu } from './filter-menu.tsx';
import { filtersInForce } from './filter-words.ts';
import type { ListState } from './use-list.ts';

const without = (query: ListQuery, name: string): ListQuery => ({
  ...query,
  after: null,
  before: null,
  choices: Object.fromEntries(Object.entries(query.choices).filter(([key]) => key !== name)),
  days: Object.fromEntries(Object.entries(query.days).filter(([key]) => key !== name)),
});

/** What the list is filtered by: a chip each, what adds one, and what clears them all. */
export function ListFilters({ spec, query, go, today }: ListState & { spec: ListSpec; today: string }) {
  const { locale } = useLocaleSettings();
  const path = usePathname();
  const inForce = filtersInForce(spec, query, locale);
  const cleared = Object.fromEntries(Object.keys(spec.filters).map((name) => [name, null]));
  return (
    <>
      <FilterMenu spec={spec} query={query} go={go} today={today} />
      {inForce.map(({ name, label, value }) => (
        <FilterChip
          key={name}
          label={label}
          value={value}
          removeHref={`${path}?${listAddress(without(query, name))}`}
        />
      ))}
      {isFiltered(query) && (
        <Button size="sm" variant="quiet" onPress={() => void go({ ...cleared, q: null })}>
          Clear all
        </Button>
      )}
    </>
  );
}
