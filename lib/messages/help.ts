import { createMessages } from './create-messages.ts';

/** The glossary: what the words on the pages mean. */
export const tGlossary = createMessages({
  title: 'Glossary',
  description: 'What the words on these pages mean.',
  open: 'Open the glossary',
  groups: { amounts: 'Amounts', records: 'Records', states: 'States', data: 'Data' },
  amounts: {
    display: {
      term: 'Price currency',
      text: 'The currency of the price that the payer sees.',
    },
    settlement: {
      term: 'Settlement currency',
      text: 'The currency in which the service credits your account.',
    },
    received: {
      term: 'Deposited amount',
      text: 'The deposited amount in the coin that the payer sent, as reported by the payment record or a callback.',
    },
    serviceFee: {
      term: 'Service fee',
      text: 'The commission that the service charges for each deposit. Payments and withdrawals have no service fee of their own.',
    },
    netCredited: {
      term: 'Net credited',
      text: 'The amount that the service credits for a deposit after fees, as reported by the service. Countinghouse doesn’t calculate this amount.',
    },
    payerFee: {
      term: 'Fee paid by payer',
      text: 'The part of the service fee that the payer pays.',
    },
    chainFee: {
      term: 'Blockchain fee',
      text: 'The fee that the blockchain network charges for a transaction. It isn’t a fee of the service.',
    },
    deducted: {
      term: 'Taken from balance',
      text: 'The amount that the service debits from your account for a withdrawal.',
    },
    depegLoss: {
      term: 'Rate loss (depeg)',
      text: 'A loss because the market rate of a coin moved away from its fixed 1:1 rate (peg). A negative value is a gain.',
    },
    eur: {
      term: 'EUR equivalent',
      text: 'The EUR amount that the service reported. The amount stays unknown until the service sends the payment record.',
    },
    impliedRate: {
      term: 'Implied rate',
      text: 'An exchange rate that Countinghouse calculates from two amounts. The service doesn’t report exchange rates.',
    },
    rounded: {
      term: '≈ before an amount',
      text: 'The shown digits are rounded. Hover or copy to get the exact amount. Totals and exports use it.',
    },
    coverage: {
      term: 'Known amounts (“n of m”)',
      text: 'How many records (n) out of all records (m) have a reported amount. A total includes only records with an amount.',
    },
  },
  records: {
    payment: { term: 'Payment', text: 'A request for money through a checkout link.' },
    deposit: { term: 'Deposit', text: 'One transaction from a payer. A payment can have several.' },
    refund: {
      term: 'Refund',
      text: 'Money that the service sends back to a payer. A deposit has at most one.',
    },
    withdrawal: { term: 'Withdrawal', text: 'Money that leaves your account at the service.' },
    exception: {
      term: 'Exception',
      text: 'A payment that needs your attention, or a payment request with an unknown outcome.',
    },
    callback: { term: 'Callback', text: 'A message that the service sends about a deposit or a withdrawal.' },
    minimum: { term: 'Minimum', text: 'The lowest amount that the service accepts for a coin on a network.' },
  },
  states: {
    inferred: {
      term: 'Inferred',
      text: 'A state that Countinghouse derives from reported amounts, not one that the service reports. Inferred states have an outlined label.',
    },
    estimated: { term: 'Estimated', text: 'A value that Countinghouse calculates, such as an expiry time.' },
    under: { term: 'Below expected', text: 'The confirmed deposits are less than the requested amount.' },
    over: {
      term: 'Above expected',
      text: 'The confirmed deposits are more than the requested amount. “Overpaid” is a status of the service itself.',
    },
    tolerance: {
      term: 'Within tolerance',
      text: 'The difference is small enough for this business, so the payment is not an exception. Owners set the tolerance on the Business page.',
    },
    late: { term: 'Late deposit', text: 'A deposit arrived after the payment expired.' },
    mismatch: {
      term: 'Wrong coin or network',
      text: 'Wrong coin: a deposit is in another coin than the payer chose. Wrong network: it is in that coin on another network.',
    },
    unmatched: {
      term: 'Unmatched deposit',
      text: 'A deposit arrived for a payment that has no record in Countinghouse.',
    },
    contradicted: {
      term: 'Settled value changed',
      text: 'A read of a settled payment reports another value than before. The payment shows the new value and lists both.',
    },
    byCallback: {
      term: 'Reported by callback',
      text: 'Only a callback reported this record or value. No payment record from the service confirms it yet.',
    },
    reusable: {
      term: 'Reusable',
      text: 'A payment link that accepts any number of deposits and never expires.',
    },
  },
  data: {
    source: {
      term: 'Source',
      text: 'Where a value came from: a refresh, the service’s answer to a new payment, a callback or an import.',
    },
    observation: {
      term: 'Observation',
      text: 'One message from the payment service, from an import or from a refresh, stored exactly as received.',
    },
    conflict: { term: 'Conflict', text: 'Two sources reported different values for the same thing.' },
    quarantine: {
      term: 'Quarantined',
      text: 'A callback whose values aren’t used until a person releases or rejects it.',
    },
    assumption: {
      term: 'Assumption',
      text: 'A setting for something that the service’s documentation doesn’t define. The Connection page lists all assumptions.',
    },
  },
});

/**
 * Short guides to the pages, shown with the keyboard shortcuts. Pages whose existence is hidden from some people have
 * none, because everyone loads these texts.
 */
export const tGuides = createMessages({
  title: 'About this page',
  overview:
    'Money in and out per currency, and what needs your attention, most severe first. Click a number to see the records behind it.',
  payments:
    'All payment requests. Search by any part of a reference, label or note, or by the beginning of an ID, address or transaction. An amount finds payments of exactly that amount. Click a row to see its details beside the list. You can save filters as a view.',
  deposits:
    'All transactions from payers, with the service fee and the net credited amount. “—” means that the amount is unknown. Search by any part of a reference, label or note, or by the beginning of an ID, address or transaction.',
  refunds: 'Refunds that the service made. You can’t create refunds here.',
  exceptions:
    'Payments that need your attention. Assign each exception, add a note, then choose a reason and resolve it. A resolved exception reopens if the payment gets another problem.',
  withdrawals: 'Money that left your account. Withdrawals are created at the service.',
  minimums: 'The lowest amounts that the service accepts. A missing minimum is unknown, not zero.',
  business: 'The configuration of this business at the service. You can’t change it here.',
  callbacks: 'All callbacks from the service. Here you release or reject quarantined callbacks.',
  connection:
    'Checks of the connection to the service, and the assumptions that Countinghouse makes about the service.',
  reports: 'Statements, reconciliation and accounting exports.',
  settings: 'Your own profile, password, two-factor authentication and sessions.',
});
