import { createMessages } from './create-messages.ts';

/** Messages of exports and of files that are made in the background. */
export const tExports = createMessages({
  sheetNotes: {
    amount:
      'Amounts with up to 15 digits are numbers. Longer amounts are text, because a spreadsheet would round them. Spreadsheet sums don’t include text, so sum the column with the rounded amounts if there is one.',
    number: 'The values in this column are whole numbers.',
    time: 'Dates use the time zone of the business, which the last column shows.',
  },
  roundedHeading: '{heading} (rounded)',
  cellCut: '… (shortened: the CSV file has all {length} characters)',
  failed: 'The file couldn’t be created. Request it again, or select fewer rows.',
  fileGone: 'This file is no longer available. Request it again.',
  notRunning: 'This export has already ended.',
  roleForbids: 'Your role no longer allows this export.',
  tooManyRunning: 'You already have three files in progress. Wait until one is complete, or stop one.',
});
