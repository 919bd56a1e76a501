'use client';

import { lazy, Suspense } from 'react';
import type { ListSpec } from '#lib/lists/model/query.ts';
import { isFiltered } from '#lib/lists/model/query.ts';
import type { HrefOf, ListState } from '../query/use-list.ts';
import { FilterMenu } from './filter-menu.tsx';

// Most often a list is opened whole.
const InForce = lazy(() => import('./active-filters.tsx').then((file) => ({ default: file.FiltersInForce })));

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
