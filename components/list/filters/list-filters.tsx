'use client';

import type { ListSpec } from '#lib/lists/model/query.ts';
import { isFiltered } from '#lib/lists/model/query.ts';
import type { GetListHref, ListState } from '../query/use-list.ts';
import { ActiveFilters } from './active-filters.tsx';
import { FilterMenu } from './filter-menu.tsx';

/** Shows the filter menu and the active filters. */
export function ListFilters(props: ListState & { spec: ListSpec; getHref: GetListHref }) {
  const { spec, query, go } = props;
  return (
    <>
      <FilterMenu spec={spec} query={query} go={go} />
      {isFiltered(query) && <ActiveFilters {...props} />}
    </>
  );
}
