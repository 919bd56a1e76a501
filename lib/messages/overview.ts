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
    coins: 'Coins received',
    share: '<share></share> of deposits',
    net: 'In minus out',
    credited: 'Net credited',
    fees: 'Service fees <amount></amount>',
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

/** Texts of Overview about what is new or changed since the previous visit. */
export const tOverviewNews = createMessages({
  title: 'Since your last visit',
  counts: {
    payments: '{count, number} new {count, plural, one {payment} other {payments}}',
    deposits: '{count, number} new {count, plural, one {deposit} other {deposits}}',
    refunds: '{count, number} new {count, plural, one {refund} other {refunds}}',
    withdrawals: '{count, number} new {count, plural, one {withdrawal} other {withdrawals}}',
    exceptions: '{count, number} new or changed {count, plural, one {exception} other {exceptions}}',
    failedWithdrawals: '{count, number} failed {count, plural, one {withdrawal} other {withdrawals}}',
  },
  atLeast: {
    payments: '{count, number}+ new payments',
    deposits: '{count, number}+ new deposits',
    refunds: '{count, number}+ new refunds',
    withdrawals: '{count, number}+ new withdrawals',
    exceptions: '{count, number}+ new or changed exceptions',
    failedWithdrawals: '{count, number}+ failed withdrawals',
  },
  uncounted: {
    payments: 'New payments',
    deposits: 'New deposits',
    refunds: 'New refunds',
    withdrawals: 'New withdrawals',
    exceptions: 'Possibly new or changed exceptions',
    failedWithdrawals: 'Possibly failed withdrawals',
  },
});

/** The first steps of a new business. */
export const tOverviewSteps = createMessages({
  steps: {
    title: 'First steps',
    done: 'Done',
    toDo: 'To do',
    business: {
      title: 'Get the business record from the service',
      text: 'The business record lists the currencies, networks and callback URLs that are set up at the service.',
      action: 'Open Business',
    },
    payment: {
      title: 'Create the first payment',
      text: 'You get a checkout link for your customer.',
      action: 'New payment',
    },
    callback: {
      title: 'Receive the first callback',
      text: 'The service sends a callback after the blockchain’s first confirmation of a deposit.',
      action: 'Open Connection',
    },
  },
});

/** Texts of the list "Needs attention" on Overview. The number stands before each text. */
export const tAttention = createMessages({
  title: 'Needs attention',
  window: 'All open items, and other records since <day></day>',
  empty: 'Nothing needs attention.',
  atLeast: '<count></count>+',
  oldest: 'oldest <time></time>',
  withoutEur: '+ {count, number} without EUR amount',
  noEur: 'no EUR amount',
  retried: 'next attempt <time></time>',
  deadline: ' (<deadline></deadline>)',
  deadlineInferred: ' (estimated: <deadline></deadline>)',
  kinds: {
    'payment-blocked': '{count, plural, one {payment blocked} other {payments blocked}}',
    'payment-unprocessable':
      '{count, plural, one {payment that can’t be credited} other {payments that can’t be credited}}',
    'payment-overpaid': '{count, plural, one {payment overpaid} other {payments overpaid}}',
    'review-overdue': '{count, plural, one {review case overdue} other {review cases overdue}}',
    'review-second':
      '{count, plural, one {review decision waiting for a second person’s approval} other {review decisions waiting for a second person’s approval}}',
    'review-open': '{count, plural, one {open review case} other {open review cases}}',
    'deposit-review':
      '{count, plural, one {deposit in compliance review} other {deposits in compliance review}}',
    'deposit-blocked': '{count, plural, one {deposit blocked} other {deposits blocked}}',
    'deposit-unprocessable':
      '{count, plural, one {deposit that can’t be credited} other {deposits that can’t be credited}}',
    'deposit-unlisted':
      '{count, plural, one {deposit reported by callback, missing from its payment record} other {deposits reported by callback, missing from their payment records}}',
    'refund-pending': '{count, plural, one {refund pending} other {refunds pending}}',
    'withdrawal-failed': '{count, plural, one {withdrawal failed} other {withdrawals failed}}',
    'withdrawal-blocked': '{count, plural, one {withdrawal blocked} other {withdrawals blocked}}',
    'withdrawal-unexpected': '{count, plural, one {unexpected withdrawal} other {unexpected withdrawals}}',
    'callback-silence':
      '{count, plural, one {payment waiting for a deposit, but no deposit callback has arrived for hours} other {payments waiting for a deposit, but no deposit callback has arrived for hours}}',
    'callback-overdue':
      '{count, plural, one {confirmed deposit without a callback yet} other {confirmed deposits without a callback yet}}',
    'callback-lost':
      '{count, plural, one {confirmed deposit whose callback the service won’t resend} other {confirmed deposits whose callbacks the service won’t resend}}',
    'withdrawal-refused':
      '{count, plural, one {refused withdrawal callback that the service might not resend} other {refused withdrawal callbacks that the service might not resend}}',
    contradiction:
      '{count, plural, one {record with conflicting data} other {records with conflicting data}}',
    'callback-quarantined':
      '{count, plural, one {quarantined callback to review} other {quarantined callbacks to review}}',
    'callback-refused':
      '{count, plural, one {callback refused for its size or encoding} other {callbacks refused for their size or encoding}}',
    'callback-unavailable':
      '{count, plural, one {callback that couldn’t be stored, so the service must send it again} other {callbacks that couldn’t be stored, so the service must send them again}}',
    'callback-misaddressed':
      '{count, plural, one {callback refused because of a wrong callback URL} other {callbacks refused because of a wrong callback URL}}',
    'reading-paused':
      '{count, plural, one {failed payment refresh, so payment refreshes are paused} other {failed payment refreshes in a row, so payment refreshes are paused}}',
    'intent-unknown':
      '{count, plural, one {payment request with an unknown outcome} other {payment requests with an unknown outcome}}',
    'sign-in-guessing':
      '{count, plural, one {account for which many wrong passwords were entered in the last 24 hours} other {accounts for which many wrong passwords were entered in the last 24 hours}}',
    'exception-open': '{count, plural, one {unresolved exception} other {unresolved exceptions}}',
    'audit-unanchored':
      '{count, plural, one {audit log alarm: proofs that no entry was changed (audit anchors) are late or failing} other {audit log alarms: proofs that no entry was changed (audit anchors) are late or failing}}',
    'worker-stopped':
      '{count, plural, one {minute} other {minutes}} since the background worker was last active, so payments aren’t refreshed and emails aren’t sent',
    'clock-skew':
      '{count, plural, one {second} other {seconds}} between this server’s clock and the database’s clock, so recorded times may be wrong',
  },
  over: {
    'callback-silence': 'the service might no longer resend the first missed callback',
    'callback-misaddressed': 'the service won’t resend the earliest callback',
    'callback-unavailable': 'the service won’t resend the earliest callback',
    default: 'the service won’t resend the callback',
  },
});

/** Messages about stored content and timelines. */
export const tReports = createMessages({
  contentNotFound: 'This business has no stored content with this ID.',
  contentUnreadable:
    'This content isn’t valid JSON, so risk details can’t be removed from it. Therefore, the content can’t be shown.',
  invalidCursor: 'The link to this part of the timeline is invalid. Open the page again.',
});

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
