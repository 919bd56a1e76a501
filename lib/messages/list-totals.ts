import { createMessages } from './create-messages.ts';

/** Texts of the totals under a list. */
export const tListTotals = createMessages({
  title: 'Totals',
  all: 'All totals',
  columns: { total: 'Total', rows: 'Rows' },
  rows: '{count, plural, one {{rows} row} other {{rows} rows}}',
  rowsWithoutCurrency:
    'currency not reported, not included, {count, plural, one {{rows} row} other {{rows} rows}}',
  precision: 'Totals are exact to the last digit.',
  empty: 'No amounts reported',
  more: '+{count}',
  unknownCurrency: '{count} without a known currency, not included',
  unknownCurrencyHint: 'The amount is reported, its currency is not.',
  noCurrency: 'Amounts without a known currency have no total.',
  noAmount: 'None of the {count} rows has this amount.',
  coverage: '{known} of {count} {source}',
  known: 'known',
  showRows: '{label}: show these rows',
  calculate: 'Calculate totals',
  recalculate: 'Calculate again',
  asOf: 'as of <time></time>',
  progress: '{rows} rows counted so far…',
  stop: 'Stop calculation',
  slow: 'Calculating totals takes a while',
  manyRows: 'More than {bound} rows',
  readFailed: 'The totals could not be loaded. Try again',
  calculateFailed: 'The totals could not be calculated.',
  connectionLost: 'The connection was lost before all rows were included.',
});
