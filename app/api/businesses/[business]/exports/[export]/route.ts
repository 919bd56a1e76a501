import { runRoute } from '#lib/access/index.ts';
import { fetchExportFile } from '#lib/exports/index.ts';

export const maxDuration = 300;

export const GET = runRoute('export.files', ({ context, scope, params }) =>
  fetchExportFile(context, scope.businessId, params['export'] ?? ''),
);
