'use client';

import { FileSpreadsheet } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Popover } from '#components/ui/popover.tsx';
import { Prefetch } from '#components/ui/prefetch.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { tListExports } from '#lib/messages/list-exports.ts';
import type { FilesPanelProps } from './files-panel.tsx';

const loadPanel = () => import('./files-panel.tsx');
const Panel = lazy(() => loadPanel().then((file) => ({ default: file.FilesPanel })));

/** Opens the other formats: files that are made in the background, and printing. It is shown beside Export. */
export function FilesMenu(props: FilesPanelProps) {
  return (
    <Prefetch load={loadPanel}>
      <Popover
        label={tListExports('files')}
        placement="bottom end"
        trigger={
          <Button
            {...(props.selection === 'selected' && { size: 'sm' })}
            icon={<FileSpreadsheet aria-hidden />}
          >
            <span className="max-xl:sr-only">{tListExports(`open.${props.selection}`)}</span>
          </Button>
        }
      >
        <Suspense fallback={<Skeleton className="h-40 w-80" />}>
          <Panel {...props} />
        </Suspense>
      </Popover>
    </Prefetch>
  );
}
