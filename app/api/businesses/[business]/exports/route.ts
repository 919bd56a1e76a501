import { runRoute } from '#lib/access/index.ts';
import { listExportFiles } from '#lib/exports/index.ts';

export const GET = runRoute('export.files', ({ context, scope }) =>
  listExportFiles(context, scope.businessId),
);
