'use client';

import { lazy, Suspense } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Popover } from '#components/ui/popover.tsx';
import { Prefetch } from '#components/ui/prefetch.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { SpriteIcon } from '#components/ui/sprite-icon.tsx';
import { tList } from '#lib/messages/list.ts';
import type { ViewsPanelProps } from './views-props.ts';

const loadPanel = () => import('./views-panel.tsx');
const Panel = lazy(() => loadPanel().then((file) => ({ default: file.ViewsPanel })));

/** Shows the open view beside the title and opens the panel of all views. */
export function ViewsMenu(props: Omit<ViewsPanelProps, 'close'>) {
  const { current, isChanged } = props;
  return (
    <Prefetch load={loadPanel}>
      <Popover
        label={tList('views')}
        trigger={
          <Button size="sm" variant="quiet" className="max-w-56">
            <span className="truncate">{current ? current.name : tList('views')}</span>
            {current && isChanged && <span className="text-faint">{tList('viewChanged')}</span>}
            <SpriteIcon name="chevron-down" />
          </Button>
        }
      >
        {(close) => (
          <Suspense fallback={<Skeleton className="h-40 w-72" />}>
            <Panel {...props} close={close} />
          </Suspense>
        )}
      </Popover>
    </Prefetch>
  );
}
