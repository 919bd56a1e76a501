import { createMessages } from './create-messages.ts';

/** Texts of the export button and of files made in the background. */
export const tListExports = createMessages({
  export: 'Export',
  files: 'Export files',
  open: { shown: 'Excel or PDF', selected: 'Excel file of selected rows' },
  print: 'Print this page or save it as PDF',
  intro: {
    shown:
      'The file contains all matching rows. An Excel workbook contains only the visible columns. Its numbers and dates work in formulas.',
    selected:
      'The file contains the selected rows. An Excel workbook contains only the visible columns. Its numbers and dates work in formulas.',
  },
  retention: 'Only you can download these files. They expire after 24 hours.',
  create: {
    xlsx: 'Create Excel workbook',
    allFields: 'Create Excel file with all fields',
    csv: 'Create zipped CSV',
  },
  startFailed: 'The export file could not be created',
  stopFailed: 'The export could not be stopped',
  file: {
    progress: 'Progress of {fileName}',
    rows: '{count, plural, one {{rows} row} other {{rows} rows}} written',
    rowsOfTotal: '{rows} of {total} rows',
    done: '{count, plural, one {{rows} row} other {{rows} rows}}, {size}, available until <time></time>',
    cut: {
      xlsx: 'The workbook is incomplete, because it can’t hold all rows. Create a CSV file instead.',
      csv: 'The file is incomplete, because it reached its limit of 4 GB. Use the Export button to get all rows.',
    },
    stop: 'Stop export',
    stopped: 'The export was stopped. The file is incomplete.',
    download: 'Download {fileName}',
  },
});
