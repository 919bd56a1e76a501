import { createMessages } from './create-messages.ts';

/** Texts of the menu of file formats, and of files made in the background. */
export const tExportFiles = createMessages({
  menu: {
    label: 'File formats',
    now: 'Download immediately',
    later: 'Create in the background',
    csv: 'CSV with the columns shown',
    csvAll: 'CSV with all fields',
    xlsx: 'Excel workbook with the columns shown',
    xlsxAll: 'Excel workbook with all fields',
    xlsxLastMonth: 'Excel workbook of last month',
    zip: 'CSV in a ZIP file',
    pdf: 'Print this page, or save it as PDF',
    files: 'Export files',
  },
  title: 'Export files',
  intro:
    'Only you can download these files. The files expire after 24 hours. Files of schedules expire after 7 days. In Excel workbooks, formulas can use the numbers and dates.',
  empty: 'No export files',
  startFailed: 'The export file could not be created',
  stopFailed: 'The export could not be stopped',
  file: {
    progress: 'Progress of {fileName}',
    rows: '{rows} {noun} written',
    rowsOfTotal: '{rows} of {total} {noun}',
    done: '{rows} {noun}, {size}, available until <time></time>',
    cut: {
      xlsx: 'The workbook is incomplete, because it can’t hold all {noun}. Create a CSV file instead.',
      csv: 'The file is incomplete, because it reached its limit of 4 GB. Use the Export button to get all {noun}.',
    },
    stop: 'Stop export',
    stopped: 'The export was stopped. The file is incomplete.',
    download: 'Download {fileName}',
  },
});
