import { createMessages } from './create-messages.ts';

/** Texts of the Overview page that the server renders. The list "Needs attention" has its own area. */
export const tOverview = createMessages({
  title: 'Overview',
  period:
    '<days></days>, compared with the previous {length} days. Today is shown separately. Time zone: {zone}.',
  choiceLabel: 'Period',
  length: '{days} days',
  current: 'This period',
  before: 'Previous period',
  notUpdated: 'This page could not be updated and may show older data',
  viewAsTable: 'View as table',
  noRows: 'None',
  rows: {
    deposit: '<number></number> {count, plural, one {deposit} other {deposits}}',
    withdrawal: '<number></number> {count, plural, one {withdrawal} other {withdrawals}}',
  },
  currencyNotReported: 'The service didn’t report the currency.',
  columns: { currency: 'Currency' },
  money: {
    inByDay: 'Money in by day',
    outByDay: 'Money out by day',
    in: 'Money in',
    net: 'In minus out',
    credited: 'Net credited',
    deducted: 'Taken from balance',
    netUnknown: 'The service didn’t report all of these amounts.',
    noSettlement: 'No settled money in this period.',
    creditedInEur: 'Net credited for confirmed deposits, in EUR',
    asDeposited: 'Deposited amounts of confirmed deposits',
    asDeducted: 'Taken from your balance by completed withdrawals',
    asSettled: 'In settlement currencies',
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
      '<current></current> initiated in this period<muted>, <before></before> in the previous period</muted>, <today></today> today so far',
    callbackOnly:
      '<link><number></number> {count, plural, one {payment} other {payments}}</link>, first recorded in this period, {count, plural, one {has} other {have}} no status. Only callbacks reported {count, plural, one {this payment} other {these payments}}, and callbacks don’t report a status.',
    atLeast: '<count></count>+',
    notReported: 'Not reported',
    unknown: 'Unknown',
    bar: '<count></count><spoken>, in the previous period</spoken><visible>, before:</visible> <before></before>',
    barToday: ', <count></count> today',
    columns: { status: 'Status', payments: 'Payments' },
  },
  exceptions: {
    title: 'Unresolved exceptions by age',
    ages: { week: 'Up to 7 days', month: '8 to 30 days', older: 'Over 30 days' },
  },
  recent: { title: 'Recent payments', all: 'All payments' },
});
