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
    noSheet: 'This workbook contains no rows.',
  },
  mapping: {
    missing: 'Choose a column for: {fields}',
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
    duplicate: 'Row {row, number} has the same client payment ID',
    takenByRequest:
      'An earlier payment request uses this client payment ID. Open that request, or use a different ID.',
    replacesRefused:
      'An earlier request with this client payment ID was refused. This row replaces that request.',
    replacesUnsent:
      'An earlier request with this client payment ID was not sent. This row replaces that request.',
    maybeSent:
      'A row with this ID may have been sent before a backup was restored. Check the service first, because the customer could pay twice.',
    takenByPayment: 'A payment with this client payment ID already exists, so the customer could pay twice.',
  },
  verbs: {
    aboveLimit:
      '{count, plural, one {# row is} other {# rows are}} above the limit for payments without approval. A colleague who didn’t prepare this file must confirm the batch.',
    notFound: 'This batch doesn’t exist in this business.',
    rowNotFound: 'This row doesn’t exist in this batch.',
    notInDoubt: 'The outcome of this row is known. Reload the page to see the outcome.',
    paymentsChanged:
      'The payments that this row may have created have changed. Nothing was saved. Reload the page and check the list.',
    alreadyAssigned: 'This payment is already assigned to another row. Nothing was saved. Reload the page.',
    noPaymentSeen:
      'Countinghouse has no payment with this ID that this row could have created. Import the payment record first.',
    confirmed: 'This batch is confirmed. Its rows can’t be changed.',
    notChecked: 'Check the rows before you continue.',
    changed: 'The rows have changed since you checked them. Check the summary again. Nothing was sent.',
    nothingToSend: 'Every row has an error. Correct at least one row. Nothing was sent.',
    notRunning: 'This batch is not running. Reload the page to see its status.',
    notPaused: 'This batch is not paused. Reload the page to see its status.',
    ended: 'This batch has ended. Reload the page to see its results.',
  },
  run: {
    taken: 'An earlier payment request uses this client payment ID, so nothing was sent.',
    replaced: 'A row of a later file replaced this payment request.',
    later: 'A later request was sent with this client payment ID: {request}.',
    laterPayment: 'A later request with this client payment ID created the payment {payment}.',
    seen: '{count, plural, one {A payment with this client payment ID was reported, and may be from this row: {payments}.} other {Payments with this client payment ID were reported, and may be from this row: {payments}.}}',
    furtherSeen: '{payments}, and {count, number} more',
    settledAsFailed: 'A person checked the service: this row created no payment.',
    settledBy: 'Outcome recorded by {name}.',
    changed:
      'The earlier request with this client payment ID was changed after the file was confirmed. Nothing was sent.',
    paymentAppeared:
      'A payment with this client payment ID was reported after the file was confirmed. Nothing was sent.',
    maybeSent:
      'A row with this client payment ID may have been sent before a backup was restored. Nothing was sent.',
    corrected:
      'Someone corrected this payment request after the upload, so the values in the file were not sent. Open the request to send it.',
  },
});
