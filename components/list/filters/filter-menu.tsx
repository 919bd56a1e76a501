'use client';

import { ListFilter } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Popover } from '#components/ui/popover.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { FilterPanelProps } from './filter-panel.tsx';

const Panel = lazy(() => import('./filter-panel.tsx').then((file) => ({ default: file.FilterPanel })));

/** All filters behind one button: first which field, then its values. Each change shows at once. */
export function FilterMenu(given: Omit<FilterPanelProps, 'field' | 'onChoose'>) {
  const [field, setField] = useState<string | null>(null);
  return (
    <Popover
      label="Filter the list"
      onOpenChange={(open) => !open && setField(null)}
      trigger={
        <Button size="sm" icon={<ListFilter aria-hidden />}>
          Filter
        </Button>
      }
    >
      <div className="w-60">
        <Suspense fallback={<Skeleton className="h-40 w-full" />}>
          <Panel {...given} field={field} onChoose={setField} />
        </Suspense>
      </div>
    </Popover>
  );
}
