'use client';

import { lazy, Suspense } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Popover } from '#components/ui/popover.tsx';
import { Prefetch } from '#components/ui/prefetch.tsx';
import { SpriteIcon } from '#components/ui/sprite-icon.tsx';
import { tList } from '#lib/messages/list.ts';
import type { SortPanelProps } from './sort-panel.tsx';

const loadPanel = () => import('./sort-panel.tsx');
const Panel = lazy(() => loadPanel().then((file) => ({ default: file.SortPanel })));

/** Sorts the list on a phone, where there are no column heads. */
export function SortMenu(props: Omit<SortPanelProps, 'close'>) {
  return (
    <Prefetch load={loadPanel}>
      <Popover
        label={tList('order.title')}
        placement="bottom end"
        trigger={
          <Button size="sm" icon={<SpriteIcon name="chevrons-up-down" />}>
            {tList('order.open')}
          </Button>
        }
      >
        {(close) => (
          <Suspense>
            <Panel {...props} close={close} />
          </Suspense>
        )}
      </Popover>
    </Prefetch>
  );
}
