'use client';

import { Button } from '#components/ui/button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { startExportFileAction, stopExportFileAction } from '#lib/exports/actions.ts';
import type { ExportName, FileFormat } from '#lib/exports/schema.ts';
import { tListExports } from '#lib/messages/list-exports.ts';
import { FileLine } from './file-line.tsx';
import { useFiles } from './use-files.ts';

export type FilesPanelProps = {
  businessId: string;
  list: ExportName;
  /** The URL query of the rows: filters, order and chosen columns. */
  query: string;
  /** The ids of the shown columns, which a workbook contains. */
  columns: readonly string[];
  /** The rows that the query finds: all that match, or the selected ones. */
  selection: 'shown' | 'selected';
};

/** Returns the query with other columns. Null: all fields. */
function withColumns(query: string, columns: string | null): string {
  const parameters = new URLSearchParams(query);
  parameters.delete('columns');
  if (columns !== null) parameters.set('columns', columns);
  return parameters.toString();
}

/** Creates a file of these rows and shows the progress of earlier files. */
export function FilesPanel({ businessId, list, query, columns, selection }: FilesPanelProps) {
  const { files, act, isPending } = useFiles(businessId);
  const start = (format: FileFormat, asked = query) =>
    void act(() => startExportFileAction({ businessId, list, format, query: asked }), {
      failed: tListExports('startFailed'),
    });
  return (
    <div className="flex w-80 max-w-[calc(100vw-3rem)] flex-col gap-3 text-sm">
      <p className="text-muted">
        {tListExports(`intro.${selection}`)} {tListExports('retention')}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          isPending={isPending}
          onPress={() => start('xlsx', withColumns(query, columns.join(',')))}
        >
          {tListExports('create.xlsx')}
        </Button>
        <Button size="sm" isPending={isPending} onPress={() => start('xlsx', withColumns(query, null))}>
          {tListExports('create.allFields')}
        </Button>
        <Button size="sm" isPending={isPending} onPress={() => start('csv')}>
          {tListExports('create.csv')}
        </Button>
        {selection === 'shown' && (
          <Button size="sm" onPress={() => window.print()}>
            {tListExports('print')}
          </Button>
        )}
      </div>
      {files.isError && <p className="text-bad">{files.error.message}</p>}
      {files.isPending && <Skeleton className="h-12 w-full" />}
      {files.data && files.data.files.length > 0 && (
        <ul
          aria-label={tListExports('files')}
          className="-mx-1 flex max-h-80 flex-col divide-y divide-line overflow-y-auto border-line border-t px-1"
        >
          {files.data.files.map((file) => (
            <FileLine
              key={file.fileId}
              file={file}
              businessId={businessId}
              onStop={() =>
                void act(() => stopExportFileAction({ businessId, fileId: file.fileId }), {
                  failed: tListExports('stopFailed'),
                })
              }
            />
          ))}
        </ul>
      )}
    </div>
  );
}
