'use client';

import { Download } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { DateTime } from '#components/ui/time.tsx';
import type { ExportFileView, FileFormat } from '#lib/exports/schema.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { download } from './export-button.tsx';

const size = (bytes: number, locale: string): string => {
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte'];
  return value.toLocaleString(locale, { style: 'unit', unit, maximumFractionDigits: 1 });
};

/** Of a file that ends before its list does: why, and what has all of it. */
const cut: Readonly<Record<FileFormat, string>> = {
  xlsx: 'A workbook holds no more: it ends before the list does. Take the CSV for all rows.',
  csv: 'An archive holds no more than 4 GB: it ends before the list does. Export writes all rows.',
};

/** A file: how far it is, or the way to fetch it. */
export function FileLine({ file, href, onStop }: { file: ExportFileView; href: string; onStop: () => void }) {
  const { locale } = useLocaleSettings();
  const { fileName, format, state, rows, total, isMore, isCut, bytes, problem, expiresAt } = file;
  const count = rows.toLocaleString(locale);
  return (
    <li className="flex items-start gap-2 py-2">
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="[overflow-wrap:anywhere] font-medium">{fileName}</span>
        {state === 'running' && (
          <>
            <progress
              aria-label={`Rows of ${fileName}`}
              className="h-1.5 w-full accent-accent"
              {...(isMore ? {} : { value: rows, max: Math.max(total, 1) })}
            />
            <span className="text-muted text-xs tabular-nums" role="status">
              {isMore ? `${count} rows so far` : `${count} of ${total.toLocaleString(locale)} rows`}
            </span>
          </>
        )}
        {state === 'done' && (
          <span className="text-muted text-xs tabular-nums">
            {`${count} ${rows === 1 ? 'row' : 'rows'}, ${size(bytes, locale)}, until `}
            <DateTime at={inSeconds(expiresAt)} />
          </span>
        )}
        {state === 'done' && isCut && <span className="text-attention text-xs">{cut[format]}</span>}
        {state === 'stopped' && <span className="text-muted text-xs">Stopped.</span>}
        {state === 'failed' && <span className="text-bad text-xs">{problem}</span>}
      </div>
      {state === 'running' && (
        <Button size="sm" variant="quiet" onPress={onStop}>
          Stop
        </Button>
      )}
      {state === 'done' && (
        <IconButton
          size="sm"
          label={`Download ${fileName}`}
          icon={<Download aria-hidden />}
          onPress={() => download(href)}
        />
      )}
    </li>
  );
}
