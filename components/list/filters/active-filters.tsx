'use client';

import { Button } from '#components/ui/button.tsx';
import { FilterChip } from '#components/ui/filter-chip.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import type { ListSpec } from '#lib/lists/model/query.ts';
import { withoutFilter } from '#lib/lists/model/query.ts';
import { tListFiltersPanel } from '#lib/messages/list.ts';
import type { GetListHref, ListState } from '../query/use-list.ts';
import { listActiveFilters } from './filter-labels.ts';

/** Shows a chip for each active filter, and a button that clears them all. */
export function ActiveFilters({
  spec,
  query,
  go,
  getHref,
}: ListState & { spec: ListSpec; getHref: GetListHref }) {
  const settings = useLocaleSettings();
  const cleared = Object.fromEntries(Object.keys(spec.filters).map((name) => [name, null]));
  return (
    <>
      {listActiveFilters(spec, query, settings).map(({ name, label, value }) => (
        <FilterChip key={name} label={label} value={value} removeHref={getHref(withoutFilter(query, name))} />
      ))}
      <Button
        size="sm"
        variant="quiet"
        onPress={() => void go({ ...cleared, q: null, only: null, except: null })}
      >
        {tListFiltersPanel('active.clear')}
      </Button>
    </>
  );
}
