import { toChoices, toCodeChoices } from '#lib/lists/model/choice-filter.ts';
import { tWithdrawals } from '#lib/messages/withdrawals.ts';
import { withdrawalStatuses } from '#lib/service/contract/enumerations.ts';
import { cryptoCurrencies, fiatCurrencies, settlementCurrencies } from '#lib/values/currencies.ts';
import { defineFields } from './field.ts';

/** Every stored field of a withdrawal: §6.2 without the owner of its address, which is risk detail, and our own. */
export const withdrawalFields = defineFields({
  withdrawalId: { kind: 'name', isKey: true, isListed: true },
  clientWithdrawalId: {
    kind: 'text',
    isFixed: true,
    isListed: true,
    label: tWithdrawals('filters.clientWithdrawalId'),
    filter: true,
  },
  status: {
    kind: 'text',
    isListed: true,
    label: tWithdrawals('filters.status'),
    filter: { fact: 'status', choices: toChoices(withdrawalStatuses) },
  },
  displayCurrency: {
    kind: 'text',
    isFixed: true,
    isListed: true,
    label: tWithdrawals('filters.displayCurrency'),
    filter: { fact: 'display', choices: toCodeChoices(fiatCurrencies) },
  },
  withdrawCurrency: {
    kind: 'text',
    isFixed: true,
    isListed: true,
    label: tWithdrawals('filters.withdrawCurrency'),
    filter: { fact: 'coin', choices: toCodeChoices(cryptoCurrencies) },
  },
  settlementCurrency: {
    kind: 'text',
    isFixed: true,
    isListed: true,
    label: tWithdrawals('filters.settlementCurrency'),
    filter: { fact: 'settlement', choices: toCodeChoices(settlementCurrencies) },
  },
  expectedDisplayAmount: {
    kind: 'amount',
    currency: 'displayCurrency',
    isFixed: true,
    isListed: true,
    label: tWithdrawals('filters.expectedDisplayAmount'),
    filter: true,
  },
  actualDisplayAmount: {
    kind: 'amount',
    currency: 'displayCurrency',
    isListed: true,
    label: tWithdrawals('filters.actualDisplayAmount'),
    filter: true,
  },
  estimatedWithdrawAmount: {
    kind: 'amount',
    currency: 'withdrawCurrency',
    isListed: true,
    label: tWithdrawals('filters.estimatedWithdrawAmount'),
    filter: true,
  },
  actualWithdrawAmount: {
    kind: 'amount',
    currency: 'withdrawCurrency',
    isListed: true,
    label: tWithdrawals('filters.actualWithdrawAmount'),
    filter: true,
    sort: true,
  },
  deductedSettlementAmount: {
    kind: 'amount',
    currency: 'settlementCurrency',
    isFixed: true,
    isListed: true,
    label: tWithdrawals('filters.deductedSettlementAmount'),
    filter: true,
    sort: true,
  },
  withdrawFee: {
    kind: 'amount',
    currency: 'withdrawCurrency',
    isListed: true,
    label: tWithdrawals('filters.withdrawFee'),
    filter: true,
  },
  displayFee: {
    kind: 'amount',
    currency: 'displayCurrency',
    label: tWithdrawals('filters.displayFee'),
    filter: true,
  },
  displayRateDepegLossAmount: {
    kind: 'signed',
    currency: 'displayCurrency',
    label: tWithdrawals('filters.displayRateDepegLossAmount'),
    filter: true,
  },
  settlementRateDepegLossAmount: {
    kind: 'signed',
    currency: 'settlementCurrency',
    label: tWithdrawals('filters.settlementRateDepegLossAmount'),
    filter: true,
  },
  toTxAddress: { kind: 'text', isFixed: true, isAddress: true },
  toAddress: { kind: 'text', isOwn: true, isListed: true, label: tWithdrawals('filters.toAddress') },
  toTag: { kind: 'text', isOwn: true, isListed: true, label: tWithdrawals('filters.toTag'), filter: true },
  transactionId: {
    kind: 'text',
    isFixed: true,
    isListed: true,
    label: tWithdrawals('filters.transactionId'),
    filter: true,
  },
  versions: { kind: 'total', isOwn: true, isListed: true },
  firstReceivedAt: { kind: 'moment', isOwn: true, isListed: true, label: tWithdrawals('filters.receivedAt') },
  changedAt: {
    kind: 'moment',
    isOwn: true,
    isListed: true,
    label: tWithdrawals('filters.changedAt'),
    filter: true,
    sort: true,
  },
});
