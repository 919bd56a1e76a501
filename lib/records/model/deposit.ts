import { toChoices, toCodeChoices } from '#lib/lists/model/choice-filter.ts';
import { tDeposits } from '#lib/messages/deposits.ts';
import { tRefundFilters } from '#lib/messages/refunds.ts';
import {
  depositStatuses,
  rateTypes,
  refundReasons,
  refundStatuses,
  refundTypes,
} from '#lib/service/contract/enumerations.ts';
import { cryptoCurrencies, fiatCurrencies, networks, settlementCurrencies } from '#lib/values/currencies.ts';
import { defineFields } from './field.ts';

/**
 * Every stored field of a deposit without those of its refund: §2.4, §6.1 and our own. Values that a callback reports
 * about something other than the record have names of their own (`callback…`).
 */
export const depositFields = defineFields({
  depositId: { kind: 'name', isKey: true, isListed: true },
  paymentId: { kind: 'name', isFixed: true, isListed: true },
  transactionId: {
    kind: 'text',
    isFixed: true,
    isListed: true,
    label: tDeposits('filters.transactionId'),
    filter: true,
  },
  status: {
    kind: 'text',
    isListed: true,
    label: tDeposits('filters.status'),
    filter: { fact: 'status', choices: toChoices(depositStatuses) },
  },
  fromAddress: {
    kind: 'text',
    isFixed: true,
    isAddress: true,
    label: tDeposits('filters.fromAddress'),
    filter: true,
  },
  toAddress: {
    kind: 'text',
    isFixed: true,
    isAddress: true,
    label: tDeposits('filters.toAddress'),
    filter: true,
  },
  depositCurrency: {
    kind: 'text',
    isFixed: true,
    isListed: true,
    label: tDeposits('filters.depositCurrency'),
    filter: { fact: 'coin', choices: toCodeChoices(cryptoCurrencies) },
  },
  network: {
    kind: 'text',
    isFixed: true,
    isListed: true,
    label: tDeposits('filters.network'),
    filter: { fact: 'network', choices: toCodeChoices(networks) },
  },
  depositAmount: {
    kind: 'amount',
    currency: 'depositCurrency',
    isFixed: true,
    isListed: true,
    label: tDeposits('filters.depositAmount'),
    filter: true,
    sort: { inEur: 'depositValueInEur' },
  },
  depositDistributedUserServiceFee: {
    kind: 'amount',
    currency: 'depositCurrency',
    label: tDeposits('filters.depositDistributedUserServiceFee'),
    filter: true,
  },
  onChainFee: {
    kind: 'amount',
    currency: 'depositCurrency',
    label: tDeposits('filters.onChainFee'),
    filter: true,
  },
  displayCurrency: {
    kind: 'text',
    isListed: true,
    label: tDeposits('filters.displayCurrency'),
    filter: { fact: 'display', choices: toCodeChoices(fiatCurrencies) },
  },
  displayAmount: {
    kind: 'amount',
    currency: 'displayCurrency',
    isListed: true,
    label: tDeposits('filters.displayAmount'),
    filter: true,
  },
  displayPayableAmount: {
    kind: 'amount',
    currency: 'displayCurrency',
    label: tDeposits('filters.displayPayableAmount'),
    filter: true,
  },
  displayServiceFee: {
    kind: 'amount',
    currency: 'displayCurrency',
    label: tDeposits('filters.displayServiceFee'),
    filter: true,
  },
  displayDistributedUserServiceFee: {
    kind: 'amount',
    currency: 'displayCurrency',
    label: tDeposits('filters.displayDistributedUserServiceFee'),
    filter: true,
  },
  settlementCurrency: {
    kind: 'text',
    isFixed: true,
    isListed: true,
    label: tDeposits('filters.settlementCurrency'),
    filter: { fact: 'settlement', choices: toCodeChoices(settlementCurrencies) },
  },
  settlementPayableAmount: {
    kind: 'amount',
    currency: 'settlementCurrency',
    isListed: true,
    label: tDeposits('filters.settlementPayableAmount'),
    filter: true,
  },
  settlementServiceFee: {
    kind: 'amount',
    currency: 'settlementCurrency',
    isListed: true,
    label: tDeposits('filters.settlementServiceFee'),
    filter: true,
  },
  settlementDistributedUserServiceFee: {
    kind: 'amount',
    currency: 'settlementCurrency',
    label: tDeposits('filters.settlementDistributedUserServiceFee'),
    filter: true,
  },
  uniformCurrency: { kind: 'text' },
  uniformPayableAmount: {
    kind: 'amount',
    currency: 'uniformCurrency',
    isListed: true,
    label: tDeposits('filters.uniformPayableAmount'),
    filter: true,
    sort: true,
  },
  uniformServiceFee: {
    kind: 'amount',
    currency: 'uniformCurrency',
    label: tDeposits('filters.uniformServiceFee'),
    filter: true,
  },
  uniformDistributedUserServiceFee: {
    kind: 'amount',
    currency: 'uniformCurrency',
    label: tDeposits('filters.uniformDistributedUserServiceFee'),
    filter: true,
  },
  userServiceFeeDistributionPercentage: {
    kind: 'text',
    label: tDeposits('filters.userServiceFeeDistributionPercentage'),
  },
  depositReceivedAt: { kind: 'seconds', isListed: true, label: tDeposits('filters.depositReceivedAt') },
  displayRateDepegLossAmount: {
    kind: 'signed',
    currency: 'displayCurrency',
    label: tDeposits('filters.displayRateDepegLossAmount'),
    filter: true,
  },
  settlementRateDepegLossAmount: {
    kind: 'signed',
    currency: 'settlementCurrency',
    label: tDeposits('filters.settlementRateDepegLossAmount'),
    filter: true,
  },
  uniformRateDepegLossAmount: {
    kind: 'signed',
    currency: 'uniformCurrency',
    label: tDeposits('filters.uniformRateDepegLossAmount'),
    filter: true,
  },
  callbackDepositAmount: { kind: 'amount', currency: 'depositCurrency', isFixed: true, isListed: true },
  callbackDisplayAmount: { kind: 'amount', currency: 'displayCurrency', isFixed: true, isListed: true },
  callbackSettlementAmount: {
    kind: 'amount',
    currency: 'settlementCurrency',
    isFixed: true,
    label: tDeposits('filters.callbackSettlementAmount'),
    filter: true,
  },
  // Its currency is an assumption (§6.1), so the list and the file have it.
  callbackDisplayDepegLoss: { kind: 'signed', label: tDeposits('filters.callbackDisplayDepegLoss') },
  rateType: {
    kind: 'text',
    label: tDeposits('filters.rateType'),
    filter: { fact: 'rate', choices: toChoices(rateTypes) },
  },
  recordSeen: { kind: 'fact', isOwn: true, isListed: true },
  versions: { kind: 'total', isOwn: true },
  sortAt: { kind: 'moment', isOwn: true, isListed: true },
  firstObservedAt: { kind: 'moment', isOwn: true, label: tDeposits('filters.firstObservedAt'), filter: true },
  changedAt: {
    kind: 'moment',
    isOwn: true,
    isListed: true,
    label: tDeposits('filters.changedAt'),
    filter: true,
    sort: true,
  },
});

/** The refund of a deposit (§2.6). It is stored on the deposit’s row. */
export const refundFields = defineFields({
  refundType: {
    kind: 'text',
    label: tRefundFilters('type'),
    filter: { fact: 'refund-type', choices: toChoices(refundTypes) },
    filterName: 'type',
  },
  refundStatus: {
    kind: 'text',
    isListed: true,
    label: tRefundFilters('status'),
    filter: { fact: 'refund-status', choices: toChoices(refundStatuses) },
    filterName: 'status',
  },
  refundReason: {
    kind: 'text',
    isListed: true,
    label: tRefundFilters('reason'),
    filter: { fact: 'refund-reason', choices: toChoices(refundReasons) },
    filterName: 'reason',
  },
  refundDepositCurrency: {
    kind: 'text',
    label: tRefundFilters('depositCurrency'),
    filter: { fact: 'refund-coin', choices: toCodeChoices(cryptoCurrencies) },
    filterName: 'depositCurrency',
  },
  refundNetwork: {
    kind: 'text',
    label: tRefundFilters('network'),
    filter: { fact: 'refund-network', choices: toCodeChoices(networks) },
    filterName: 'network',
  },
  refundAmount: {
    kind: 'amount',
    currency: 'refundDepositCurrency',
    label: tRefundFilters('refundAmount'),
    filter: true,
    sort: true,
  },
  refundFee: {
    kind: 'amount',
    currency: 'refundDepositCurrency',
    label: tRefundFilters('refundFee'),
    filter: true,
  },
  refundDisplayCurrency: {
    kind: 'text',
    label: tRefundFilters('displayCurrency'),
    filter: { fact: 'refund-display', choices: toCodeChoices(fiatCurrencies) },
    filterName: 'displayCurrency',
  },
  refundDisplayAmount: {
    kind: 'amount',
    currency: 'refundDisplayCurrency',
    label: tRefundFilters('refundDisplayAmount'),
    filter: true,
  },
  refundDisplayFee: {
    kind: 'amount',
    currency: 'refundDisplayCurrency',
    label: tRefundFilters('refundDisplayFee'),
    filter: true,
  },
  refundTransactionId: {
    kind: 'text',
    label: tRefundFilters('transactionId'),
    filter: true,
    filterName: 'transactionId',
  },
  refundConfirmedAt: {
    kind: 'seconds',
    label: tRefundFilters('confirmedAt'),
    filter: true,
    filterName: 'confirmedAt',
    sort: true,
  },
  refundFirstSeenAt: { kind: 'instant', isOwn: true, label: tRefundFilters('firstSeenAt') },
});
