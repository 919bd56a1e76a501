import 'server-only';
import type { CsvExport } from './csv-stream.ts';

/** A file for the browser to write to disk as it comes. */
export const csvResponse = ({ fileName, body }: CsvExport): Response =>
  new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${fileName}"`,
      'x-content-type-options': 'nosniff',
    },
  });
