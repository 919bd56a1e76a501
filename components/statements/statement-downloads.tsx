'use client';

import { downloadExport } from '#components/list/exports/download-export.ts';
import { ExportButton } from '#components/list/exports/export-button.tsx';
import { Button } from '#components/ui/button.tsx';
import { tStatementFiles } from '#lib/messages/statements.ts';

/** The files of a statement: CSV with all rows, a workbook that adds them up, and a PDF of its lines. */
export function StatementDownloads({ href }: { href: string }) {
  return (
    <>
      {(['pdf', 'xlsx'] as const).map((format) => (
        <Button
          key={format}
          variant="quiet"
          onPress={() => void downloadExport(`${href}&format=${format}`, null)}
        >
          {tStatementFiles(format)}
        </Button>
      ))}
      <ExportButton href={href} />
    </>
  );
}
