'use client';

import { Skeleton } from '#components/ui/skeleton.tsx';
import { stopExportFileAction } from '#lib/exports/actions.ts';
import { tExportFiles } from '#lib/messages/export-files.ts';
import { FileLine } from './file-line.tsx';
import { useFiles } from './use-files.ts';

/** Shows the progress of the person's files, and their downloads. */
export function FilesPanel({ businessId, isStarting }: { businessId: string; isStarting: boolean }) {
  const { files, act } = useFiles(businessId);
  const isWaiting = files.isPending || isStarting;
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p className="text-muted">{tExportFiles('intro')}</p>
      {files.isError && <p className="text-bad">{files.error.message}</p>}
      {isWaiting && <Skeleton className="h-12 w-full" />}
      {!isWaiting && files.data?.files.length === 0 && <p>{tExportFiles('empty')}</p>}
      {files.data && files.data.files.length > 0 && (
        <ul
          aria-label={tExportFiles('title')}
          className="-mx-1 flex flex-col divide-y divide-line border-line border-t px-1"
        >
          {files.data.files.map((file) => (
            <FileLine
              key={file.fileId}
              file={file}
              businessId={businessId}
              onStop={() =>
                void act(() => stopExportFileAction({ businessId, fileId: file.fileId }), {
                  failed: tExportFiles('stopFailed'),
                })
              }
            />
          ))}
        </ul>
      )}
    </div>
  );
}
