import { createMessages } from './create-messages.ts';

/** Texts of one deposit: its page, its drawer, and its lines on a payment’s page. */
export const tDeposit = createMessages({
  title: 'Deposit',
  list: 'Deposits',
  notFound: 'This business has no deposit with this ID.',
  notRefreshed: 'This page could not be updated',
  noClientId: 'Payment without a client ID',
  sections: { chain: 'On the chain', deposit: 'Deposit', money: 'Money', refund: 'Refund' },
  facts: {
    callbackVersions: 'Callback versions',
    changed: 'Changed',
    coin: 'Coin',
    depositId: 'Deposit ID',
    destinationTag: 'Destination tag',
    distributedFee: 'Payer’s fee',
    firstSeen: 'First seen',
    from: 'From',
    onChainFee: 'On-chain fee',
    payerShare: 'Fee borne by payer',
    payment: 'Payment',
    paymentId: 'Payment ID',
    rate: 'Rate',
    received: 'Received',
    to: 'To',
  },
  hints: {
    callbackVersions: 'Deposit callbacks with different contents',
    destinationTag: 'The tag of the payment. Deposits don’t report one.',
    distributedFee: 'The payer’s share of the service fee, in the deposit currency',
    onChainFee: 'Paid by the payer, in the deposit currency',
    payerShare: 'Shown as received (userServiceFeeDistributionPercentage). Its scale is unknown.',
    rate: 'Reported by the callback only. It can differ from the payment’s rate.',
  },
  identifiers: {
    deposit: 'deposit ID',
    destinationTag: 'destination tag',
    payment: 'payment ID',
    receivingAddress: 'receiving address',
    sendingAddress: 'sending address',
  },
  noTag: 'The payment has no tag for this address.',
  amount: {
    byCallback:
      'Reported by callback only (actualDepositAmount). It can cover the whole payment. The record has no amount yet.',
    notReported: 'The record has no amount.',
  },
  lines: {
    all: 'All {count} deposits',
    empty: 'No deposits yet.',
    notInDocument:
      '{earlier, plural, one {# earlier deposit is} other {{formatted} earlier deposits are}} not in this document.',
    notShown:
      '{earlier, plural, one {# earlier deposit is} other {{formatted} earlier deposits are}} not shown here.',
  },
  money: {
    label: 'Amounts of the deposit',
    rowHead: 'Amount',
    notInInterface: 'The service has no such amount.',
    notInCallback: 'The callback doesn’t report it. The payment hasn’t been read yet.',
    notReported: 'Not reported by the service.',
    columns: { display: 'Display', settlement: 'Settlement', uniform: 'Uniform' },
    rows: {
      callbackAmount: 'Callback: actual',
      callbackDepegLoss: 'Callback: depeg loss',
      callbackSettlement: 'Callback: settlement',
      credited: 'Credited',
      depegLoss: 'Depeg loss',
      deposited: 'Deposited',
      distributedFee: 'Payer’s fee',
      serviceFee: 'Service fee',
    },
    hints: {
      callbackAmount: 'actualDisplayAmount of the callback. It can cover this deposit or the whole payment.',
      callbackDepegLoss: 'displayRateDepegLossAmount of the callback. Its currency is an assumption.',
      callbackSettlement:
        'settlementAmount of the callback. It differs from settlementPayableAmount of the record.',
      credited: 'Payable amount, as received. Not calculated from the rows above.',
      depegLoss: 'Loss from the depeg of the deposit and display currencies. It can be negative.',
      deposited: 'Amount deposited, as received',
      distributedFee: 'The payer’s share of the service fee, as received',
      serviceFee: 'The service’s commission, as received',
    },
  },
});

/** Texts of the risk detail of a deposit, for people who can see it. */
export const tDepositRisk = createMessages({
  title: 'Risk',
  titleOfDeposit: 'Risk of deposit {number}',
  addressOwner: 'Address owner',
  changed: 'Risk changed',
  destinations: 'Destinations',
  destinationsHint: 'Illicit destinations to which the address sent transactions',
  noEntities: 'No entities found. That doesn’t prove the address is clean.',
  noName: 'No name reported.',
  notAssessed: 'Not yet assessed. That doesn’t prove the address is clean.',
  score: 'Risk score',
  scoreHint: 'Shown as received. Its scale is unknown.',
  sources: 'Sources',
  sourcesHint: 'Illicit sources from which the address received transactions',
});
