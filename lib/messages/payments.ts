import { createMessages } from './create-messages.ts';

/** Texts of the payments list. */
export const tPayments = createMessages({
  title: 'Payments',
  noun: 'Payment',
  search: 'ID, reference, address, transaction, label, note',
  createInBulk: 'Create in bulk',
  importRecord: 'Import record',
  create: 'New payment',
  createShort: 'New<rest> payment</rest>',
  firstRun: {
    title: 'No payments yet',
    body: 'A payment requests money through a checkout link. The payer chooses a coin and pays there.',
  },
  totals: { expected: 'Expected amount', actual: 'Amount received', uniform: 'Amount received, in EUR' },
  columns: {
    clientPaymentId: 'Client payment ID',
    status: 'Status',
    exception: 'Exception',
    expected: 'Expected amount',
    actual: 'Amount received',
    difference: 'Difference',
    serviceFee: 'Service fee',
    netCredited: 'Net credited',
    coin: 'Coin',
    deposits: 'Deposits',
    type: 'Payment type',
    expires: 'Expires at',
    paymentId: 'Payment ID',
    requested: 'Requested at',
    changed: 'Last changed',
    initiated: 'Initiated at',
  },
  hints: {
    exception: 'Status, assignee and note of the exception',
    actual: 'The amount received, as reported by the service, in the requested currency',
    difference: 'Amount received minus expected amount, in the same currency',
    serviceFee: 'Sum of the service fees of the payment’s confirmed deposits, in the settlement currency',
    netCredited: 'Sum of the net amounts of the payment’s confirmed deposits, in the settlement currency',
    deposits: 'Number of deposits. The status column shows whether a deposit is in review or has a refund.',
    changed: 'When the service last reported a change',
    initiated:
      'When the payment was initiated. If the service hasn’t reported this time, you see when the payment was requested or first recorded here.',
  },
  copyName: 'payment ID',
  neverExpires: 'Never',
  estimatedExpiry: 'estimated',
  unknownExpiry: 'The expiry is unknown. Open the payment to see why.',
  otherCoinReceived:
    'The deposit used another coin or network than requested. Open the payment to see the deposit.',
  sumsReported: '{count, number} of {all, number} reported',
  tooManyDeposits:
    'This payment has too many deposits to show a total here. Open the list of deposits and calculate the totals there.',
  noDifference: {
    reusable: 'A reusable payment has no single expected amount.',
    noConfirmedDeposit: 'No deposit of this payment is confirmed yet.',
    otherCurrency: 'The deposit used another coin or currency than requested.',
  },
});

/** Why a payment lacks a value, and the states of its exception, in the list and on its page. */
export const tPaymentValues = createMessages({
  notReported: 'The service hasn’t reported this value.',
  noRecord: 'No payment record received from the service yet.',
  notReportedSince: 'The service hasn’t reported this value since the deposit arrived.',
  noCoin: 'The payer has not chosen a coin.',
  sums: {
    notReported: 'The service hasn’t reported this amount yet.',
    reported: 'includes {reported, number} of {all, number} deposits',
  },
  exceptionStates: { open: 'Open', resolved: 'Resolved', ended: 'No longer an exception' },
});

/** Texts of a payment: its page, its preview and the values that its list shares with them. */
export const tPayment = createMessages({
  back: 'Payments',
  untitled: 'Payment without a reference',
  copyClientPaymentId: 'Copy reference',
  outdated: 'This page could not be updated and may show older data',
  summary: {
    expected: 'Expected',
    expectedCoin: 'Expected coin',
    actual: 'Received',
    recorded: 'Payment record says <amount></amount>',
    difference: 'Difference',
    received: 'Received in another coin or on another network',
    'wrong-coin': 'Received in another coin',
    'wrong-network': 'Received on another network',
    moreDeposits: '{count, plural, one {# more deposit} other {# more deposits}} in the list below',
  },
  bar: {
    label: 'Expected, received, fee and net amounts in {currency}, compared',
    net: 'Net credited',
    fee: 'Service fee',
    received: 'Received',
    expected: 'Expected',
  },
  missingExpiry: {
    noTime: 'The service reported neither an expiry time nor a time limit.',
    noType: 'The payment type isn’t reported, so the expiry is unknown.',
    otherType: 'Payments of this type might not expire, so the expiry is unknown.',
    noStart: 'The service hasn’t reported when the time limit starts.',
    outOfRange: 'The time limit that the service reported doesn’t give a valid expiry date.',
  },
  checkout: {
    title: 'Checkout',
    unsafeLink: 'The checkout link is not safe to open',
    obstacle: {
      status: {
        title: 'The service reports this payment as {status}',
        body: 'No QR code is shown, so that the customer doesn’t pay with this link.',
      },
      review: {
        title: 'A deposit is in compliance review',
        body: 'No QR code is shown, so that the customer doesn’t pay twice.',
      },
      expired: {
        title: 'The expiry time reported by the service has passed',
        body: 'No QR code is shown, because the payment has expired. Create a new payment for the customer.',
      },
      paid: {
        title: 'Confirmed deposits cover this payment',
        body: 'The service hasn’t confirmed the status yet. Don’t ask the customer to pay again.',
      },
      'estimated-expiry': {
        title: 'This payment has probably expired',
        body: 'The expiry time is estimated, because the service hasn’t confirmed it. A deposit that arrives now may count as late.',
      },
    },
    qrCode: 'QR code of the checkout link',
    qrCodeTooLong: 'The link is too long for a QR code. Use the link instead.',
    open: 'Open checkout',
    copy: 'Copy link',
    expires: 'Expires at',
    expiresHint: 'This time is estimated, unless a callback reported the expiry.',
    neverExpires: 'Never: reusable payments don’t expire',
    coin: 'Coin',
    address: 'Deposit address',
    noAddress: 'The address is unknown until the payer chooses a coin.',
    destinationTag: 'Destination tag',
    destinationTagHint:
      'The payer must include this tag. Otherwise, the deposit can’t be assigned to the payment.',
    link: 'Checkout link',
    paymentUrl: 'Second checkout link',
    paymentUrlHint:
      'The link in the service’s response to the payment request. It differs from the link in the payment record.',
    copyNames: {
      address: 'deposit address',
      destinationTag: 'destination tag',
      link: 'checkout link',
      paymentUrl: 'second checkout link',
    },
  },
  amounts: {
    title: 'Expected and received amounts',
    currency: 'Currency',
    columns: {
      expected: 'Expected amount',
      actual: 'Amount received',
      expectedFee: 'Fee expected from payer',
      actualFee: 'Fee paid by payer',
    },
    rows: { display: 'Price currency', deposit: 'Deposit coin', uniform: 'EUR equivalent' },
    hints: {
      display: 'The currency of the price',
      deposit: 'The coin that was selected for this payment',
      uniform: 'The EUR amount that the service reported',
    },
    notProvided: 'The service doesn’t report this amount.',
  },
  exception: {
    title: 'Exception',
    openInList: 'Open in the list of exceptions',
    state: 'Status',
    reasons: 'Reasons',
    assignee: 'Assignee',
    unassigned: 'Unassigned',
    resolved: 'Resolved by',
    changed: 'Last changed',
    note: 'Note',
  },
  deposits: {
    title: 'Deposits',
    empty: 'No deposits yet.',
    emptyUnread: 'No deposits yet. Deposits appear here when their callbacks arrive.',
    single: 'Deposit',
    numbered: 'Deposit <number></number> of <total></total>',
    open: 'Open deposit',
    refund: 'Refund',
  },
  facts: {
    title: 'Details',
    technical: 'Technical',
    paymentId: 'Payment ID',
    copyName: 'payment ID',
    initiatedByHint: 'As reported by the service',
    createdHere: 'Created here by',
    createdHereHint:
      'These values come from a request that this dashboard sent. The service’s response confirmed the payment.',
    requestedHere: 'Requested here by',
    requestedHereHint:
      'This dashboard sent a request with the same reference. These values come from that request, and the service hasn’t confirmed them.',
    creator: '{person}, <time></time>',
    formerColleague: 'a former member',
    timeFrameHint: 'As reported by the service',
    minutes: '{count, plural, one {<number></number> minute} other {<number></number> minutes}}',
    hours: '{count, plural, one {<number></number> hour} other {<number></number> hours}}',
    redirectHint: 'A visit to this URL doesn’t prove that the customer paid',
    processorHint: 'The service’s documentation calls this field outdated',
    yes: 'Yes',
    no: 'No',
  },
  policies: {
    title: 'Payment policies',
    refundFollowUpsHint: 'Whether the service refunds later deposits to a one-time payment',
    payerFeeHint:
      'This value is shown exactly as the service reports it. The scale is unknown, so 50% could appear as 50 or as 0.5.',
  },
  pause: {
    title: 'Payment refresh paused since <time></time>',
    failures: 'Refreshing payments failed {count, plural, one {once} other {# times in a row}}.',
    retry:
      'The next attempt is <time></time>. Until then, you see the statuses that the service last reported.',
  },
});

/** Names of a payment’s fields, texts of the list’s other filters, and texts of importing payments. */
export const tPaymentsDomain = createMessages({
  fields: {
    clientPaymentId: 'Client payment ID',
    locale: 'Locale',
    status: 'Status',
    rateType: 'Rate type',
    type: 'Payment type',
    overpaymentPolicy: 'Overpayment policy',
    refundFollowUpDepositsForOneTimePayments: 'Refund of follow-up deposits',
    processorType: 'Processor type',
    walletAddress: 'Deposit address',
    destinationTag: 'Destination tag',
    displayCurrency: 'Price currency',
    expectedDisplayAmount: 'Expected amount',
    expectedDisplayDistributedUserServiceFee: 'Fee expected from payer',
    actualDisplayAmount: 'Amount received',
    actualDisplayDistributedUserServiceFee: 'Fee paid by payer',
    depositCurrency: 'Coin',
    expectedNetwork: 'Network',
    expectedDepositAmount: 'Expected amount, in coin',
    expectedDepositDistributedUserServiceFee: 'Fee expected from payer, in coin',
    actualDepositAmount: 'Amount received, in coin',
    actualDepositDistributedUserServiceFee: 'Fee paid by payer, in coin',
    expectedUniformAmount: 'Expected amount, in EUR',
    actualUniformAmount: 'Amount received, in EUR',
    userServiceFeeDistributionPercentage: 'Payer’s share of service fee',
    redirectUrl: 'Redirect URL',
    redirectMode: 'Redirect opens in',
    expirationMinutes: 'Time limit for payment',
    initiatedBy: 'Initiated by',
    paymentInitiatedAt: 'Initiated at',
    paymentRequestedAt: 'Requested at',
    expirationTime: 'Expiry reported by callback',
    firstObservedAt: 'First recorded at',
    changedAt: 'Last changed',
    lastReadAt: 'Last refreshed',
  },
  filter: {
    derived: 'Inferred status',
    expires: 'Expiry',
    pricedIn: 'Expected currency',
    actualIn: 'Currency of amount received',
    depositStatus: 'Deposit status',
    refundStatus: 'Refund status',
    exception: 'Exception',
  },
  expires: { soon: 'Expires within 24 hours', past: 'Expiry in the past (reported or estimated)' },
  exception: { open: 'Open', resolved: 'Resolved', assigned: 'Assigned' },
  derived: {
    under: 'Below expected',
    over: 'Above expected',
    late: 'Late deposit',
    mismatch: 'Wrong coin or network',
    several: 'Multiple deposits',
    'no-deposit': 'No deposits',
    exact: 'Exactly the expected amount',
    'no-eur': 'Paid, but EUR amount unknown',
    conflict: 'Conflicting data',
    'callback-only': 'Reported by callback',
  },
  import: {
    tooLong: 'This payment record is too large. The limit is 256 kB.',
    empty: 'Paste a payment record or choose a file',
    notWellFormed: 'This text contains a damaged character. Copy or export the payment record again.',
    fileName: 'Use a file name of at most 255 characters',
    failed: 'This payment record can’t be imported.',
    notJson: 'This text isn’t valid JSON (it {problem}). Copy or export the payment record again.',
    recordFlaw: 'The payment record {problem}.',
    fieldFlaw: '{path} {problem}.',
  },
});

/** Reasons why a payment was not created, sent again or read. */
export const tPaymentRefusals = createMessages({
  create: {
    aboveLimit:
      'This payment is above the limit for payments without approval. A colleague must approve the payment first. Nothing was sent.',
    forbidden:
      'The person who made this request can no longer create payments for this business. Nothing was sent.',
  },
  taken: {
    PROPOSED: 'A payment with this reference is waiting for approval, or is approved but not sent yet.',
    QUEUED: 'A file is about to send a payment request with this reference.',
    SENDING: 'A payment request with this reference is being sent.',
    CREATED: 'A payment with this reference already exists.',
    UNKNOWN: 'A payment request with this reference has an unknown outcome. The payment may exist.',
    other: 'A payment request with this reference already exists.',
    nothingSent: '{problem} Nothing was sent.',
    useAnother: '{problem} Use a different reference for a new payment.',
    justNow: 'Another payment request used this reference at the same time. Nothing was sent.',
  },
  duplicate: {
    unknown:
      'Nothing was sent, because another request may create a second checkout link. Confirm that you want another link.',
    seen: 'A payment with this reference already exists, so nothing was sent. Confirm that you want another checkout link.',
    confirm: 'Confirm that you want another checkout link',
  },
  sendAgain: {
    notFound: 'This business has no payment request with this ID.',
    interrupted: 'The payment request was interrupted before the service’s answer was saved.',
    known: 'Nothing was sent, because the outcome of this request is known by now. Reload the page.',
    sending: 'This payment request is already being sent, so it was not sent again.',
  },
  proposed: {
    decline: 'A second person declined this payment.',
    withdraw: 'The person who proposed this payment withdrew it.',
    expired: 'The approval of this payment has expired.',
  },
  notCreated: {
    recorded: 'A person checked the service and found no payment from this request.',
    known:
      'Nothing was saved, because this request has a payment or a known outcome by now. Reload the page.',
  },
  outcome: {
    notSaved:
      'The request was sent, but its outcome ({state}) couldn’t be saved. Don’t create the payment again. Wait a minute, then search for its reference.',
    notJson: 'The service answered with HTTP status {status}, but not in valid JSON: the answer {problem}.',
    notEchoed: 'The service answered with HTTP status {status}, but for a different payment.',
    unsafeLink: 'The service created the payment, but its checkout link is missing or unsafe.',
    notSent: 'Nothing was sent: {reason}.',
    unknown: 'The payment request was sent, but {reason}.',
    refused: 'The service answered with HTTP status {status}.',
    refusedWithReason: 'The service answered with HTTP status {status}: {reason}',
  },
  read: {
    notFound: 'This business has no payment with this ID.',
    off: 'Payments can’t be refreshed. Ask the operator of Countinghouse to set SERVICE_PAYMENT_READ_PATH.',
    tooMany: 'Too many payments were read from the service in the last seconds. Try again shortly.',
    failed: 'The payment could not be refreshed. {reason}',
    unreadable: 'The service’s answer could not be understood.',
    notSaved:
      'The service’s answer could not be saved. Ask the operator of Countinghouse to check the server log.',
    tooLarge: 'The payment record is too large to process.',
    tooLargeBecause: 'The payment record is too large to process: {reason}.',
    deadline: 'The service did not answer within {seconds} seconds.',
    partial: 'Only {count} of {total} payments could be refreshed.',
    noAnswer: 'The service did not answer.',
    noAnswerBecause: 'The service did not answer: {reason}.',
  },
});

/** Why the details of a payment were refused. */
export const tCreationDetailRefusals = createMessages({
  problem: {
    noteTooLong: 'Use at most {maximum, number} characters.',
    tooManyLabels: 'Use at most {maximum, number} labels.',
    noFormer: 'The payment to replace doesn’t exist. Create a new payment instead.',
  },
});
