import 'server-only';
import type { CsvExport } from './csv-stream.ts';

/** Creates a CSV download. */
export const createCsvResponse = ({ fileName, body }: CsvExport): Response =>
  new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${fileName}"`,
      'x-content-type-options': 'nosniff',
    },
  });
