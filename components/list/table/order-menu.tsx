'use client';

import { ChevronsUpDown } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Popover } from '#components/ui/popover.tsx';
import type { OrderPanelProps } from './order-panel.tsx';

const Panel = lazy(() => import('./order-panel.tsx').then((file) => ({ default: file.OrderPanel })));

/** What the heads of columns do, where there are none. */
export function OrderMenu(given: Omit<OrderPanelProps, 'close'>) {
  return (
    <Popover
      label="Sort the list"
      placement="bottom end"
      trigger={
        <Button size="sm" icon={<ChevronsUpDown aria-hidden />}>
          Sort
        </Button>
      }
    >
      {(close) => (
        <Suspense>
          <Panel {...given} close={close} />
        </Suspense>
      )}
    </Popover>
  );
}
