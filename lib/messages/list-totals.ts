import { createMessages } from './create-messages.ts';

/** Texts of the totals under a list. */
export const tListTotals = createMessages({
  title: 'Totals',
  all: 'All totals',
  columns: { total: 'Total', rows: 'Number of rows' },
  rows: '{count, plural, one {{rows} row} other {{rows} rows}}',
  rowsWithoutCurrency:
    'not in the totals, because the currency is unknown: {count, plural, one {{rows} row} other {{rows} rows}}',
  precision: 'Totals are exact to the last digit.',
  empty: 'No amounts reported',
  more: '{count} more under “Totals”',
  unknownCurrency: 'Rows left out of the totals, because their currency is unknown: {count}',
  unknownCurrencyHint: 'The service reported the amount, but not its currency.',
  noCurrency: 'Amounts without a known currency have no total.',
  noAmount:
    '{count, plural, one {The row doesn’t have this amount.} other {None of the {rows} rows has this amount.}}',
  coverage: 'includes {known} of {count, plural, one {{rows} row} other {{rows} rows}} ({source})',
  known: 'with a reported amount',
  showRows: 'Show these rows: {label}',
  calculate: 'Calculate totals',
  recalculate: 'Calculate totals again',
  asOf: 'as of <time></time>',
  progress: '{rows} rows counted so far…',
  stop: 'Stop calculation',
  slow: 'The calculation of the totals takes longer than usual',
  manyRows: 'More than {bound} rows',
  readFailed: 'The totals could not be loaded. Try again',
  calculateFailed: 'The totals could not be calculated. Try again.',
  connectionLost: 'The connection was lost before all rows were included. Calculate the totals again.',
});
