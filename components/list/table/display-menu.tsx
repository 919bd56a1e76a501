'use client';

import { lazy, Suspense } from 'react';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Popover } from '#components/ui/popover.tsx';
import { Prefetch } from '#components/ui/prefetch.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { SpriteIcon } from '#components/ui/sprite-icon.tsx';
import { tList } from '#lib/messages/list.ts';
import type { DisplaySettingsPanelProps } from './display-panel.tsx';

const loadPanel = () => import('./display-panel.tsx');
const Panel = lazy(() => loadPanel().then((file) => ({ default: file.DisplaySettingsPanel })));

/** Menu of the display settings: columns, their order, and the height of rows. */
export function DisplaySettingsMenu(props: DisplaySettingsPanelProps) {
  return (
    <Prefetch load={loadPanel}>
      <Popover
        label={tList('columns.title')}
        placement="bottom end"
        trigger={
          <IconButton
            size="sm"
            label={tList('columns.open')}
            icon={<SpriteIcon name="columns3" />}
            noTooltip
          />
        }
      >
        <Suspense fallback={<Skeleton className="h-60 w-64" />}>
          <Panel {...props} />
        </Suspense>
      </Popover>
    </Prefetch>
  );
}
