'use client';

import { Button } from '#components/ui/button.tsx';
import { Popover } from '#components/ui/popover.tsx';
import { SpriteIcon } from '#components/ui/sprite-icon.tsx';
import { tList } from '#lib/messages/list.ts';
import type { SortPanelProps } from './sort-panel.tsx';
import { SortPanel } from './sort-panel.tsx';

/** Sorts the list on a phone, where there are no column heads. */
export function SortMenu(props: Omit<SortPanelProps, 'close'>) {
  return (
    <Popover
      label={tList('order.title')}
      placement="bottom end"
      trigger={
        <Button size="sm" icon={<SpriteIcon name="chevrons-up-down" />}>
          {tList('order.open')}
        </Button>
      }
    >
      {(close) => <SortPanel {...props} close={close} />}
    </Popover>
  );
}
