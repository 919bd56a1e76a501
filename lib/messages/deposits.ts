import { createMessages } from './create-messages.ts';

/** Texts of the deposits list: columns, filters, totals and its first use. */
export const tDeposits = createMessages({
  title: 'Deposits',
  noun: 'Deposit',
  search: 'ID, reference, address, transaction, label, note',
  firstRun: {
    title: 'No deposits yet',
    text: 'A deposit is one transaction from a payer. Deposits appear here when the service reports them.',
  },
  columns: {
    changed: 'Last changed',
    credited: 'Net credited',
    deposit: 'Deposit',
    deposited: 'Deposited amount',
    display: 'Amount in price currency',
    eurCredited: 'Net credited in EUR',
    network: 'Network',
    payment: 'Payment',
    received: 'Received at',
    refund: 'Refund',
    serviceFee: 'Service fee',
    status: 'Status',
    transaction: 'Transaction',
  },
  hints: {
    changed: 'When the service last reported a change',
    credited: 'The amount credited after fees, in the settlement currency, as reported by the service',
    eurCredited: 'The net credited amount in EUR. Callbacks don’t report this amount.',
    serviceFee: 'The commission that the service charges, in the settlement currency',
    received:
      'When the service received the deposit. If the service hasn’t reported this time, you see when the deposit was first recorded here.',
  },
  cells: {
    noRefund: 'None',
    notInCallback:
      'Callbacks don’t report this value, and the payment hasn’t been refreshed from the service yet.',
    notReported: 'The service hasn’t reported this value.',
    refundNotReported: 'Callbacks don’t report refunds.',
    transactionHash: 'transaction hash',
  },
  totals: {
    byCallback: 'Deposited amount, reported by callback',
    displayByCallback: 'Amount in price currency, reported by callback',
    fromCallback: 'reported by callback only',
    fromRecord: 'reported by payment records',
    notAdded:
      'Only callbacks reported these amounts. The amounts may be for whole payments, so the total doesn’t include them.',
  },
  filters: {
    amountFrom: 'Source of deposited amount',
    callbackDisplayDepegLoss: 'Rate loss (depeg) in callback',
    callbackSettlementAmount: 'Settlement amount in callback',
    changedAt: 'Last changed',
    depositAmount: 'Deposited amount',
    depositCurrency: 'Coin',
    depositDistributedUserServiceFee: 'Fee paid by payer, in coin',
    depositReceivedAt: 'Received at',
    derived: 'Inferred status',
    displayAmount: 'Amount in price currency',
    displayCurrency: 'Price currency',
    displayDistributedUserServiceFee: 'Fee paid by payer',
    displayFrom: 'Source of amount in price currency',
    displayPayableAmount: 'Net credited in price currency',
    displayRateDepegLossAmount: 'Rate loss (depeg)',
    displayServiceFee: 'Service fee',
    firstObservedAt: 'First recorded at',
    fromAddress: 'Sender address',
    network: 'Network',
    onChainFee: 'Blockchain fee',
    payment: 'Payment ID',
    rateType: 'Rate type',
    refundConfirmedAt: 'Refund confirmed at',
    refundReason: 'Refund reason',
    refundStatus: 'Refund status',
    refundType: 'Refund type',
    settlementCurrency: 'Settlement currency',
    settlementDistributedUserServiceFee: 'Fee paid by payer, in settlement currency',
    settlementPayableAmount: 'Net credited',
    settlementRateDepegLossAmount: 'Rate loss (depeg) in settlement currency',
    settlementServiceFee: 'Service fee in settlement currency',
    status: 'Status',
    toAddress: 'Recipient address',
    transactionId: 'Transaction',
    uniformDistributedUserServiceFee: 'Fee paid by payer, in EUR',
    uniformPayableAmount: 'Net credited in EUR',
    uniformRateDepegLossAmount: 'Rate loss (depeg) in EUR',
    uniformServiceFee: 'Service fee in EUR',
    userServiceFeeDistributionPercentage: 'Payer’s share of service fee',
  },
  derived: {
    'callback-only': 'Reported by callback',
    changed: 'Callbacks with different content',
    conflict: 'Conflicting data',
    'no-eur': 'EUR amount not reported',
    refunded: 'Has a refund',
    unlisted: 'Missing from payment record',
  },
  sources: { callback: 'Callback only', record: 'Payment record' },
});

/** Texts of one deposit: its page, its drawer, and its lines on a payment’s page. */
export const tDeposit = createMessages({
  title: 'Deposit',
  list: 'Deposits',
  notFound: 'This business has no deposit with this ID.',
  notRefreshed: 'This page could not be updated and may show older data',
  noClientId: 'Payment without a reference',
  sections: { chain: 'Blockchain transaction', deposit: 'Deposit', money: 'Amounts', refund: 'Refund' },
  facts: {
    callbackVersions: 'Versions of the callback',
    changed: 'Last changed',
    depositId: 'Deposit ID',
    destinationTag: 'Destination tag',
    distributedFee: 'Fee paid by payer',
    firstSeen: 'First recorded at',
    onChainFee: 'Blockchain fee',
    payment: 'Payment',
    paymentId: 'Payment ID',
  },
  hints: {
    callbackVersions: 'How many callbacks with different content arrived for this deposit',
    destinationTag: 'The destination tag of the payment. The service doesn’t report a tag for each deposit.',
    distributedFee: 'The part of the service fee that the payer pays, in the deposit currency',
    onChainFee: 'Fee of the blockchain, paid by the payer in the deposit currency',
    payerShare:
      'This value is shown exactly as the service reports it. The scale is unknown, so 50% could appear as 50 or as 0.5.',
    rate: 'Only callbacks report the rate type of a deposit. The payment can have a different rate type.',
  },
  identifiers: {
    deposit: 'deposit ID',
    destinationTag: 'destination tag',
    payment: 'payment ID',
    receivingAddress: 'recipient address',
    sendingAddress: 'sender address',
  },
  noTag: 'The payment has no destination tag for this address.',
  head: { received: 'Deposited amount', serviceFee: 'Service fee', netCredited: 'Net credited' },
  amount: {
    byCallback: 'Only a callback reported this amount. The amount may be for the whole payment.',
    notReported: 'The service hasn’t reported an amount.',
  },
  lines: {
    all: 'All <number></number> deposits',
    empty: 'No deposits yet.',
    notInDocument:
      '{earlier, plural, one {# earlier deposit is} other {{formatted} earlier deposits are}} not in this document.',
    notShown:
      '{earlier, plural, one {<number></number> earlier deposit is} other {<number></number> earlier deposits are}} not shown here.',
  },
  money: {
    label: 'Amounts of the deposit',
    rowHead: 'Amount',
    notInInterface: 'The service doesn’t report this amount.',
    notInCallback:
      'Callbacks don’t report this amount, and the payment hasn’t been refreshed from the service yet.',
    notReported: 'The service hasn’t reported this amount.',
    columns: { display: 'Price currency', settlement: 'Settlement currency', uniform: 'EUR equivalent' },
    rows: {
      callbackAmount: 'Deposited amount in callback',
      callbackDepegLoss: 'Rate loss (depeg) in callback',
      callbackSettlement: 'Settlement amount in callback',
      credited: 'Net credited',
      depegLoss: 'Rate loss (depeg)',
      deposited: 'Deposited amount',
      distributedFee: 'Fee paid by payer',
      serviceFee: 'Service fee',
    },
    notes: {
      credited: 'Amount after fees, as reported by the service',
      callbackSettlement: 'As the callback reports it',
    },
    hints: {
      callbackAmount:
        'The deposited amount in the callback. This amount may be for this deposit or for the whole payment.',
      callbackDepegLoss:
        'The rate loss in the callback. A rate loss occurs when a stablecoin is worth less than its currency. The service doesn’t document the currency of this amount.',
      callbackSettlement:
        'The settlement amount in the callback. The payment record has its own field for the settlement amount.',
      credited:
        'The amount that the service reports as credited to you. Countinghouse doesn’t calculate it from the rows above.',
      depegLoss:
        'A loss because the coin’s market rate moved away from its fixed 1:1 rate. A negative value is a gain.',
      deposited: 'The amount that was deposited, as reported by the service',
      distributedFee: 'The part of the service fee that the payer pays, as reported by the service',
      serviceFee: 'The commission that the service charges',
    },
  },
});

/** Texts of the risk detail of a deposit, for people who can see it. */
export const tDepositRisk = createMessages({
  title: 'Risk details',
  titleOfDeposit: 'Risk details of deposit {number}',
  addressOwner: 'Attributed entity',
  changed: 'Risk details last changed',
  destinations: 'Illicit destinations of funds',
  destinationsHint: 'Parties, such as mixers or sanctioned services, that received money from this address',
  noEntities: 'No illicit parties found. The address may still be risky.',
  noName: 'The service didn’t report a name.',
  notAssessed: 'Risk not yet assessed. The address may still be risky.',
  score: 'Risk score',
  scoreHint: 'Shown as received. The service doesn’t define a scale.',
  sources: 'Illicit sources of funds',
  sourcesHint: 'Parties, such as mixers or sanctioned services, that sent money to this address',
});
