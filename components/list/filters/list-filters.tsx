'use client';

import { lazy, Suspense, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Popover } from '#components/ui/popover.tsx';
import { Prefetch } from '#components/ui/prefetch.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { SpriteIcon } from '#components/ui/sprite-icon.tsx';
import type { ListSpec } from '#lib/lists/model/query.ts';
import { isFiltered } from '#lib/lists/model/query.ts';
import { tListFiltersPanel } from '#lib/messages/list.ts';
import type { GetListHref, ListState } from '../query/use-list.ts';
import { ActiveFilters } from './active-filters.tsx';
import type { FilterPanelProps } from './filter-panel.tsx';

const loadPanel = () => import('./filter-panel.tsx');
const Panel = lazy(() => loadPanel().then((file) => ({ default: file.FilterPanel })));

/** Opens all filters: first the fields, then the values of one. Each change applies at once. */
function FilterMenu(props: Omit<FilterPanelProps, 'field' | 'onChoose'>) {
  const [field, setField] = useState<string | null>(null);
  return (
    <Prefetch load={loadPanel}>
      <Popover
        label={tListFiltersPanel('title')}
        onOpenChange={(open) => !open && setField(null)}
        trigger={
          <Button size="sm" icon={<SpriteIcon name="list-filter" />}>
            {tListFiltersPanel('open')}
          </Button>
        }
      >
        <div className="w-60">
          <Suspense fallback={<Skeleton className="h-40 w-full" />}>
            <Panel {...props} field={field} onChoose={setField} />
          </Suspense>
        </div>
      </Popover>
    </Prefetch>
  );
}

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
