'use client';

import { FileSpreadsheet } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Popover } from '#components/ui/popover.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { tListExports } from '#lib/messages/list-exports.ts';
import type { FilesPanelProps } from './files-panel.tsx';

const Panel = lazy(() => import('./files-panel.tsx').then((file) => ({ default: file.FilesPanel })));

/** Opens the files that are made in the background. It is shown beside Export. */
export function FilesMenu(props: FilesPanelProps) {
  return (
    <Popover
      label={tListExports('files')}
      placement="bottom end"
      trigger={
        <IconButton
          variant="secondary"
          {...(props.selection === 'selected' && { size: 'sm' })}
          label={tListExports(`open.${props.selection}`)}
          icon={<FileSpreadsheet aria-hidden />}
        />
      }
    >
      <Suspense fallback={<Skeleton className="h-40 w-80" />}>
        <Panel {...props} />
      </Suspense>
    </Popover>
  );
}
