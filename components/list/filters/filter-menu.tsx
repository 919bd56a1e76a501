'use client';

import { lazy, Suspense, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Popover } from '#components/ui/popover.tsx';
import { Prefetch } from '#components/ui/prefetch.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { SpriteIcon } from '#components/ui/sprite-icon.tsx';
import { tListFiltersPanel } from '#lib/messages/list.ts';
import type { FilterPanelProps } from './filter-panel.tsx';

const loadPanel = () => import('./filter-panel.tsx');
const Panel = lazy(() => loadPanel().then((file) => ({ default: file.FilterPanel })));

/** Opens all filters: first the fields, then the values of one. Each change applies at once. */
export function FilterMenu(props: Omit<FilterPanelProps, 'field' | 'onChoose'>) {
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
