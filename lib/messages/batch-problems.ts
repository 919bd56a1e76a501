import { createMessages } from './create-messages.ts';

/** Problems of files with many payments, of their values, and reasons why a batch can’t be changed. */
export const tBatchProblems = createMessages({
  form: {
    id: 'This ID isn’t valid. Reload the page.',
    fileName: 'Use a file name of 1 to 255 characters',
    cell: 'Use at most 2,500 characters',
  },
  upload: {
    empty: 'The file is empty. Choose another file.',
    tooLarge: 'The file is larger than 10 MB. Split it into smaller files.',
    chunk: 'Part of the file was lost during upload. Choose the file again.',
    incomplete: 'The file was only partly uploaded. Choose the file again.',
    complete: 'This file was already uploaded.',
    another: 'Another person started this upload. Choose the file again to start your own upload.',
    tooMany:
      'This business has {count, number} uploaded files that are not confirmed. Confirm or discard one, then upload the file again.',
  },
  file: {
    notText: 'This file isn’t a CSV file or an Excel workbook. Save it as CSV or as .xlsx.',
    encoding: 'The file can’t be read with this encoding. Choose another encoding.',
    quote: 'Row {row, number} has a quotation mark that is never closed. Correct it in the file.',
    noRows: 'The file has no rows below its column names.',
    rowCount: 'The file has {count, number} rows. Split it into files of at most 50,000 rows.',
    tooManyRows: 'The file has more than 50,000 rows. Split it into smaller files.',
    tooManyColumns: 'The file has more than 100 columns. Remove columns that are not needed.',
    cellTooLong: 'Row {row, number} has a value of more than 2,500 characters.',
    oldWorkbook: 'This workbook has the old .xls format or a password. Save it as .xlsx without a password.',
    notWorkbook: 'This file is not an Excel workbook, or it is damaged. Save it again as .xlsx.',
    workbookTooLarge: 'The workbook is too large when unpacked. Save only the needed rows in a new workbook.',
    takesTooLong: 'Reading this file takes too long. Save only the needed rows in a new file.',
    noSheet: 'This workbook contains no rows.',
  },
  mapping: {
    missing: 'Choose a column for: {fields}',
    decimalSign: 'Choose how the file writes decimals. Its amounts can be read in two ways.',
    repeated: 'Use each field for only one column',
    length: 'The columns of the file have changed. Choose a field for each column again.',
  },
  cell: {
    formula: 'This cell contains a formula. Replace it with its value.',
    date: 'This cell contains a date. Format the column as text and enter the value again.',
    inexact:
      'The workbook stored this number with rounding. Format the column as text and enter the value again.',
    error: 'This cell contains a spreadsheet error. Enter a value.',
  },
  value: {
    scientific: 'A spreadsheet shortened this number. Format the column as text and enter the value again.',
    ambiguous: 'This amount can be read in two ways. Enter {whole} or {decimal}.',
    amountDate:
      'A spreadsheet turned this amount into a date. Format the column as text and enter the value again.',
    negative: 'This amount is negative. Enter an amount above 0.',
    mark: '“{mark}” beside the amount doesn’t clearly mean the currency of the row. Remove it, or correct the currency.',
    notation: 'This amount can’t be read. Write it in digits, such as 1234.50 or 1234,50.',
    currency: '{currency} is not a supported currency or coin',
    formulaLike: 'This ID looks like a formula. Check that it’s the value you want to send.',
    dateLike: 'This ID looks like a date. Check that your spreadsheet didn’t change it.',
    rounded: 'This ID ends in several zeros. Check that your spreadsheet didn’t round it.',
    decimals: 'Amounts in {currency} have at most {count, number} decimals',
    belowMinimum: 'The amount is below the minimum deposit of {minimum} {currency} on {network}',
    belowSome: 'Customers can’t pay this amount with {options}, because the minimum deposit is higher.',
    belowEvery: 'The amount is below the {currency} minimum deposit of every accepted coin',
    coinOnNetwork: '{coin} on {network}',
    otherOptions: '{count, plural, one {# more option} other {# more options}}',
    duplicate: 'Row {row, number} has the same reference',
    takenByRequest:
      'An earlier payment request uses this reference. Open that request, or use a different ID.',
    takenByPayment: 'A payment with this reference already exists, so the customer could pay twice.',
  },
  verbs: {
    aboveLimit:
      '{count, plural, one {# row is} other {# rows are}} above the limit for payments without approval. A colleague who didn’t prepare this file must confirm the batch.',
    notFound: 'This batch doesn’t exist in this business.',
    rowNotFound: 'This row doesn’t exist in this batch.',
    running: 'This batch is running. Pause it first.',
    outcomesChanged:
      'The number of rows with an unknown outcome has changed. Nothing was saved. Reload the page and check them.',
    confirmed: 'This batch is confirmed. Its rows can’t be changed.',
    notChecked: 'Check the rows before you continue.',
    changed: 'The rows have changed since you checked them. Check the summary again. Nothing was sent.',
    nothingToSend: 'Every row has an error. Correct at least one row. Nothing was sent.',
    notRunning: 'This batch is not running. Reload the page to see its status.',
    notPaused: 'This batch is not paused. Reload the page to see its status.',
    ended: 'This batch has ended. Reload the page to see its results.',
  },
  run: {
    stopped: 'The batch was stopped before this row was sent.',
    paymentAppeared:
      'A payment with this reference was reported after the file was confirmed. Nothing was sent.',
  },
});
