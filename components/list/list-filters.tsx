'use client';

import { lazy, Suspense } from 'react';
import type { ListSpec } from '#lib/values/list-query.ts';
import { isFiltered } from '#lib/values/list-query.ts';
import { FilterMenu } from './filter-menu.tsx';
import type { HrefOf, ListState } from './use-list.ts';

// Most often a list is opened whole.
const InForce = lazy(() =>
  import('./filters-in-force.tsx').then((file) => ({ default: file.FiltersInForce })),
);

/** What the list is filtered by, and what adds to it. */
export function ListFilters(given: ListState & { spec: ListSpec; hrefOf: HrefOf }) {
  const { spec, query, go } = given;
  return (
    <>
      <FilterMenu spec={spec} query={query} go={go} />
      {isFiltered(query) && (
        <Suspense>
          <InForce {...given} />
        </Suspense>
      )}
    </>
  );
}
