'use client';

import { useQuery } from '@tanstack/react-query';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { requestJson } from '#components/query/request-json.ts';
import { useAction } from '#components/query/use-action.ts';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { stopExportFileAction } from '#lib/exports/actions.ts';
import type { ExportFileView } from '#lib/exports/schema.ts';
import { tExportFiles } from '#lib/messages/exports.ts';
import { FileLine } from './file-line.tsx';

type Files = { readonly files: readonly ExportFileView[] };
const view = checkFields<Files>(withFields('files'));
/** The interval at which the progress of a running file is read. */
const refreshMs = 1_500;

/** Reads the person's files at the business, repeatedly while one is running, and runs actions on them. */
function useFiles(businessId: string) {
  const { act, isPending } = useAction({ businessId, kind: 'exports' });
  const queryKey = ['b', businessId, 'exports'];
  const files = useQuery({
    queryKey,
    queryFn: ({ signal }) => requestJson(`/api/businesses/${businessId}/exports`, view, signal),
    refetchInterval: ({ state }) =>
      state.data?.files.some((file) => file.state === 'running') ? refreshMs : false,
  });
  return { files, act, isPending };
}

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
