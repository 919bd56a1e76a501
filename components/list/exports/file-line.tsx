'use client';

import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { SpriteIcon } from '#components/ui/sprite-icon.tsx';
import { DateTime } from '#components/ui/time.tsx';
import type { ExportFileView } from '#lib/exports/schema.ts';
import { tExportFiles } from '#lib/messages/exports.ts';
import { tListNouns } from '#lib/messages/list.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { downloadExport } from './download-export.ts';

const formatSize = (bytes: number, locale: string): string => {
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte'];
  return value.toLocaleString(locale, { style: 'unit', unit, maximumFractionDigits: 1 });
};

/** Shows the progress of a file, or its download. */
export function FileLine({
  file,
  businessId,
  onStop,
}: {
  file: ExportFileView;
  businessId: string;
  onStop: () => void;
}) {
  const { locale } = useLocaleSettings();
  const { list, fileName, format, state, rows, total, isMore, isCut, bytes, problem, expiresAt } = file;
  const count = rows.toLocaleString(locale);
  const noun = (number: number) => tListNouns(list, { count: number });
  return (
    <li className="flex items-start gap-2 py-2">
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="[overflow-wrap:anywhere] font-medium">{fileName}</span>
        {state === 'running' && (
          <>
            <progress
              aria-label={tExportFiles('file.progress', { fileName })}
              className="h-1.5 w-full"
              {...(isMore ? {} : { value: rows, max: Math.max(total, 1) })}
            />
            <span className="text-muted text-xs tabular-nums" role="status">
              {isMore
                ? tExportFiles('file.rows', { rows: count, noun: noun(rows) })
                : tExportFiles('file.rowsOfTotal', {
                    rows: count,
                    total: total.toLocaleString(locale),
                    noun: noun(total),
                  })}
            </span>
          </>
        )}
        {state === 'done' && (
          <span className="text-muted text-xs tabular-nums">
            {tExportFiles.rich('file.done', {
              rows: count,
              noun: noun(rows),
              size: formatSize(bytes, locale),
              time: () => <DateTime at={toUnixSeconds(expiresAt)} />,
            })}
          </span>
        )}
        {state === 'done' && isCut && (
          <span className="text-attention text-xs">
            {tExportFiles(`file.cut.${format}`, { noun: noun(2) })}
          </span>
        )}
        {state === 'stopped' && <span className="text-muted text-xs">{tExportFiles('file.stopped')}</span>}
        {state === 'failed' && <span className="text-bad text-xs">{problem}</span>}
      </div>
      {state === 'running' && (
        <Button size="sm" variant="quiet" onPress={onStop}>
          {tExportFiles('file.stop')}
        </Button>
      )}
      {state === 'done' && (
        <IconButton
          size="sm"
          label={tExportFiles('file.download', { fileName })}
          icon={<SpriteIcon name="download" />}
          onPress={() =>
            downloadExport(
              `/api/businesses/${businessId}/exports/${file.fileId}`,
              file.hasRiskDetail ? businessId : null,
            )
          }
        />
      )}
    </li>
  );
}
