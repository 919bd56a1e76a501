'use client';

import { Button } from '#components/ui/button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { startExportFileAction, stopExportFileAction } from '#lib/exports/actions.ts';
import type { ExportName, FileFormat } from '#lib/exports/schema.ts';
import { FileLine } from './file-line.tsx';
import { useFiles } from './use-files.ts';

export type FilesPanelProps = {
  businessId: string;
  list: ExportName;
  /** The address of what is shown: filters, order and chosen columns. */
  query: string;
  /** What that finds: all that is filtered, or the rows that were picked. */
  of: 'shown' | 'selected';
};

/** Asks for a file of what is shown, and shows how far the files are that were asked for. */
export function FilesPanel({ businessId, list, query, of }: FilesPanelProps) {
  const { files, act, isPending } = useFiles(businessId);
  const start = (format: FileFormat) =>
    void act(() => startExportFileAction({ businessId, list, format, query }), {
      failed: 'The file was not begun',
    });
  return (
    <div className="flex w-80 max-w-[calc(100vw-3rem)] flex-col gap-3 text-sm">
      <p className="text-muted">
        {of === 'shown' ? 'Everything that is shown here' : 'The selected rows'}, with amounts as text, so
        that no digit changes. It is made in the background and kept for 24 hours, for you alone.
      </p>
      <div className="flex gap-2">
        <Button size="sm" isPending={isPending} onPress={() => start('xlsx')}>
          Make XLSX
        </Button>
        <Button size="sm" isPending={isPending} onPress={() => start('csv')}>
          Make zipped CSV
        </Button>
      </div>
      {files.isError && <p className="text-bad">{files.error.message}</p>}
      {files.isPending && <Skeleton className="h-12 w-full" />}
      {files.data && files.data.files.length > 0 && (
        <ul
          aria-label="Files"
          className="-mx-1 flex max-h-80 flex-col divide-y divide-line overflow-y-auto border-line border-t px-1"
        >
          {files.data.files.map((file) => (
            <FileLine
              key={file.fileId}
              file={file}
              href={`/api/businesses/${businessId}/exports/${file.fileId}`}
              onStop={() =>
                void act(() => stopExportFileAction({ businessId, fileId: file.fileId }), {
                  failed: 'The file was not stopped',
                })
              }
            />
          ))}
        </ul>
      )}
    </div>
  );
}
