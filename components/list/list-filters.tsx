'use client';

import { Button } from '#components/ui/button.tsx';
import { FilterChip } from '#components/ui/filter-chip.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import type { ListSpec } from '#lib/values/list-query.ts';
import { isFiltered, withoutFilter } from '#lib/values/list-query.ts';
import { FilterMenu } from './filter-menu.tsx';
import { filtersInForce } from './filter-words.ts';
import type { HrefOf, ListState } from './use-list.ts';

/** What the list is filtered by: a chip each, what adds one, and what clears them all. */
export function ListFilters({ spec, query, go, hrefOf }: ListState & { spec: ListSpec; hrefOf: HrefOf }) {
  const { locale } = useLocaleSettings();
  const inForce = filtersInForce(spec, query, locale);
  const cleared = Object.fromEntries(Object.keys(spec.filters).map((name) => [name, null]));
  return (
    <>
      <FilterMenu spec={spec} query={query} go={go} />
      {inForce.map(({ name, label, value }) => (
        <FilterChip key={name} label={label} value={value} removeHref={hrefOf(withoutFilter(query, name))} />
      ))}
      {isFiltered(query) && (
        <Button
          size="sm"
          variant="quiet"
          onPress={() => void go({ ...cleared, q: null, only: null, except: null })}
        >
          Clear all
        </Button>
      )}
    </>
  );
}
