import { createMessages } from './create-messages.ts';

/** Texts of the Overview page that the server renders. The list "Needs attention" has its own area. */
export const tOverview = createMessages({
  title: 'Overview',
  period:
    '<days></days>, compared with the previous {length} days. Today is shown separately. Time zone: {zone}.',
  choiceLabel: 'Period',
  length: '{days} days',
  lengthToYesterday: '{days} days ending yesterday',
  lengthBefore: 'Previous {days} days',
  notUpdated: 'This page could not be updated and may show older data',
  viewAsTable: 'View as table',
  noRows: 'None',
  rows: '<number></number> {count, plural, one {row} other {rows}}',
  currencyNotReported: 'The service didn’t report the currency.',
  columns: { currency: 'Currency' },
  money: {
    inByDay: 'Money in by day',
    outByDay: 'Money out by day',
    in: 'Money in',
    out: 'Money out',
    credited: 'Credited amount',
    creditedInEur: 'Credited EUR amounts of confirmed deposits',
    asDeposited: 'Deposited amounts of confirmed deposits',
    asDeducted: 'Deducted amounts of completed withdrawals',
    asSettled: 'Credited amounts of confirmed deposits, in settlement currencies',
    inEur: 'Amounts in EUR',
    noDeposits: 'No confirmed deposits in this period.',
    noWithdrawals: 'No completed withdrawals in this period.',
    currencyOf: '{title}: currency',
  },
  statuses: {
    title: 'Payments by status',
    table: 'Payments by status, as a table',
    asReported: 'As last reported by the service',
    asFirstReported:
      'As first reported by the service. Statuses may have changed since, because payments aren’t refreshed from the service.',
    summary:
      '<current></current> initiated in the {days} days ending yesterday<muted>, <before></before> in the previous {days} days</muted>, <today></today> today so far',
    callbackOnly:
      '<link><number></number> {count, plural, one {payment} other {payments}}</link>, first recorded in this period, {count, plural, one {has} other {have}} no status. Only callbacks reported {count, plural, one {this payment} other {these payments}}, and callbacks don’t report a status.',
    atLeast: '<count></count>+',
    notReported: 'Not reported',
    unknown: 'Unknown',
    bar: '<count></count><spoken>, in the previous period</spoken><visible>, before:</visible> <before></before>',
    barToday: ', <count></count> today',
    columns: { status: 'Status', payments: 'Payments' },
  },
  recent: { title: 'Recent payments', all: 'All payments' },
});
