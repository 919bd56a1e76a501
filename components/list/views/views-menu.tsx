'use client';

import { ChevronDown } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Popover } from '#components/ui/popover.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { ViewsPanelProps } from './views-props.ts';

const Panel = lazy(() => import('./views-panel.tsx').then((file) => ({ default: file.ViewsPanel })));

/** Beside the title: which saved view is open, and the way to the others. */
export function ViewsMenu(given: Omit<ViewsPanelProps, 'close'>) {
  const { current, isChanged } = given;
  return (
    <Popover
      label="Views"
      trigger={
        <Button size="sm" variant="quiet" className="max-w-56">
          <span className="truncate">{current ? current.name : 'Views'}</span>
          {current && isChanged && <span className="text-faint">changed</span>}
          <ChevronDown aria-hidden />
        </Button>
      }
    >
      {(close) => (
        <Suspense fallback={<Skeleton className="h-40 w-72" />}>
          <Panel {...given} close={close} />
        </Suspense>
      )}
    </Popover>
  );
}
