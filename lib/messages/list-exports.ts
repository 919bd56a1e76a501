import { createMessages } from './create-messages.ts';

/** Texts of the export button and of files made in the background. */
export const tListExports = createMessages({
  export: 'Export',
  files: 'Files',
  open: { shown: 'XLSX and earlier files', selected: 'XLSX of selected rows' },
  intro: {
    shown: 'Contains every row that matches. Amounts are text, so no digit changes.',
    selected: 'Contains the selected rows. Amounts are text, so no digit changes.',
  },
  retention: 'Only you can download these files. They expire after 24 hours.',
  create: { xlsx: 'Create XLSX', csv: 'Create zipped CSV' },
  startFailed: 'The file could not be created',
  stopFailed: 'The file could not be stopped',
  file: {
    progress: 'Rows of {fileName}',
    rows: '{count, plural, one {{rows} row} other {{rows} rows}} so far',
    rowsOfTotal: '{rows} of {total} rows',
    done: '{count, plural, one {{rows} row} other {{rows} rows}}, {size}, until <time></time>',
    cut: {
      xlsx: 'A workbook can’t hold all rows. Use CSV for all of them.',
      csv: 'The archive reached its limit of 4 GB. Use Export for all rows.',
    },
    stop: 'Stop',
    stopped: 'Stopped.',
    download: 'Download {fileName}',
  },
});
