import { createMessages } from './create-messages.ts';

/** Texts of the export button and of files made in the background. */
export const tListExports = createMessages({
  export: 'Export',
  files: 'Export files',
  open: { shown: 'XLSX and earlier files', selected: 'XLSX of selected rows' },
  intro: {
    shown: 'The file contains every matching row. Amounts are stored as text, so no digit changes.',
    selected: 'The file contains the selected rows. Amounts are stored as text, so no digit changes.',
  },
  retention: 'Only you can download these files. They expire after 24 hours.',
  create: { xlsx: 'Create XLSX', csv: 'Create zipped CSV' },
  startFailed: 'The export file could not be created',
  stopFailed: 'The export could not be stopped',
  file: {
    progress: 'Progress of {fileName}',
    rows: '{count, plural, one {{rows} row} other {{rows} rows}} so far',
    rowsOfTotal: '{rows} of {total} rows',
    done: '{count, plural, one {{rows} row} other {{rows} rows}}, {size}, available until <time></time>',
    cut: {
      xlsx: 'A workbook can’t hold all rows. Use CSV for all of them.',
      csv: 'The archive reached its limit of 4 GB. Use Export for all rows.',
    },
    stop: 'Stop export',
    stopped: 'The export was stopped. The file is incomplete.',
    download: 'Download {fileName}',
  },
});
