import { createMessages } from './create-messages.ts';

/** Texts of Overview in the browser: beside amounts and days, which it formats for the person's locale. */
export const tOverviewFigures = createMessages({
  dayRange: '{from} – {to}',
  today: 'Today so far',
  soFar: '(today so far)',
  tableOf: '{title}, by day',
  columns: { day: 'Day', deposits: 'Deposits', withdrawals: 'Withdrawals' },
  net: {
    readOut: 'In minus out by day',
    table: 'In minus out, by day',
    viewAsTable: 'View as table',
    none: 'Nothing was credited or taken from your balance in {currency} on these days.',
    day: '{day}: {net} {currency}, of {received} credited and {sent} taken from your balance',
    unknownDay: '{day}: unknown, because the service didn’t report all amounts',
    unknown: 'The service didn’t report all of these amounts.',
    equal: 'On each of these days, as much was credited as was taken from your balance.',
    columns: { received: 'Net credited', sent: 'Taken from balance', net: 'In minus out' },
  },
  rowsText: {
    deposit: '{number} {count, plural, one {deposit} other {deposits}}',
    withdrawal: '{number} {count, plural, one {withdrawal} other {withdrawals}}',
  },
  moreCurrencies: 'More',
  moreCurrenciesOf: '{label}, more choices',
  bars: {
    readOut: 'Amount by day',
    highest: 'Highest amount on {day}: <total></total>',
    none: 'No amounts in {currency} in this period',
    nothing: 'no amount',
    unknown: 'unknown amount',
    amount: '{amount} {currency}',
    byCallbackOnly: '{amount} reported by callback only',
    both: '{recorded} and {reported}',
    deposit: '{day}: {amounts}, {number} {count, plural, one {deposit} other {deposits}}',
    withdrawal: '{day}: {amounts}, {number} {count, plural, one {withdrawal} other {withdrawals}}',
    dayToday: '{day}, today so far',
  },
  total: {
    empty: 'No amounts in this period.',
    noneReported:
      '{count, plural, one {The service didn’t report this amount.} other {The service reported none of the {rows} amounts.}}',
    plus: '+ ',
    byCallback:
      'Only callbacks reported {reported} of {count} amounts. These amounts may be for whole payments, so the total excludes them.',
    partly:
      'The service reported only {known} of {count} amounts. The total doesn’t include the missing amounts.',
    known: '{known} of {count} amounts reported',
  },
});
