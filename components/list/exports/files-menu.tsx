'use client';

import { FileSpreadsheet } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Popover } from '#components/ui/popover.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { FilesPanelProps } from './files-panel.tsx';

const Panel = lazy(() => import('./files-panel.tsx').then((file) => ({ default: file.FilesPanel })));

/** Beside Export: files that are made in the background, and those that are there to be fetched. */
export function FilesMenu(given: FilesPanelProps) {
  return (
    <Popover
      label="Files"
      placement="bottom end"
      trigger={
        <IconButton
          variant="secondary"
          {...(given.of === 'selected' && { size: 'sm' })}
          label={given.of === 'shown' ? 'XLSX, and files made earlier' : 'XLSX of what is selected'}
          icon={<FileSpreadsheet aria-hidden />}
        />
      }
    >
      <Suspense fallback={<Skeleton className="h-40 w-80" />}>
        <Panel {...given} />
      </Suspense>
    </Popover>
  );
}
