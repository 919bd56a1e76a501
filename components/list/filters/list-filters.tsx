'use client';

import { lazy, Suspense } from 'react';
import type { ListSpec } from '#lib/lists/model/query.ts';
import { isFiltered } from '#lib/lists/model/query.ts';
import type { GetListHref, ListState } from '../query/use-list.ts';
import { FilterMenu } from './filter-menu.tsx';

// Loaded on demand, because most lists open without filters.
const Active = lazy(() => import('./active-filters.tsx').then((file) => ({ default: file.ActiveFilters })));

/** Shows the filter menu and the active filters. */
export function ListFilters(props: ListState & { spec: ListSpec; getHref: GetListHref }) {
  const { spec, query, go } = props;
  return (
    <>
      <FilterMenu spec={spec} query={query} go={go} />
      {isFiltered(query) && (
        <Suspense>
          <Active {...props} />
        </Suspense>
      )}
    </>
  );
}
