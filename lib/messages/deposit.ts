import { createMessages } from './create-messages.ts';

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
