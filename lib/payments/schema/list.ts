import {
  assessmentFilter,
  booleanChoices,
  labelFilter,
  toChoices,
  toCodeChoices,
} from '#lib/lists/model/choice-filter.ts';
import type { ListSpec } from '#lib/lists/model/query.ts';
import { tPaymentsDomain } from '#lib/messages/payments-domain.ts';
import {
  depositStatuses,
  languages,
  overpaymentPolicies,
  paymentStatuses,
  paymentTypes,
  rateTypes,
  redirectModes,
  refundStatuses,
} from '#lib/service/contract/enumerations.ts';
import { cryptoCurrencies, fiatCurrencies, networks } from '#lib/values/currencies.ts';

const priceCurrencies = [...fiatCurrencies, ...cryptoCurrencies];

/** Filters of the payments list, by their URL parameter. */
export const paymentList = {
  name: 'payments',
  filters: {
    status: { kind: 'choice', label: tPaymentsDomain('filter.status'), choices: toChoices(paymentStatuses) },
    derived: {
      kind: 'choice',
      label: tPaymentsDomain('filter.derived'),
      choices: [
        { value: 'under', label: tPaymentsDomain('derived.under') },
        { value: 'over', label: tPaymentsDomain('derived.over') },
        { value: 'late', label: tPaymentsDomain('derived.late') },
        { value: 'mismatch', label: tPaymentsDomain('derived.mismatch') },
        { value: 'several', label: tPaymentsDomain('derived.several') },
        { value: 'no-deposit', label: tPaymentsDomain('derived.no-deposit') },
        { value: 'exact', label: tPaymentsDomain('derived.exact') },
        { value: 'no-eur', label: tPaymentsDomain('derived.no-eur') },
        { value: 'conflict', label: tPaymentsDomain('derived.conflict') },
        { value: 'callback-only', label: tPaymentsDomain('derived.callback-only') },
      ],
    },
    expires: {
      kind: 'choice',
      label: tPaymentsDomain('filter.expires'),
      choices: [
        { value: 'soon', label: tPaymentsDomain('expires.soon') },
        { value: 'past', label: tPaymentsDomain('expires.past') },
      ],
    },
    depositCurrency: {
      kind: 'choice',
      label: tPaymentsDomain('filter.depositCurrency'),
      choices: toCodeChoices(cryptoCurrencies),
    },
    expectedNetwork: {
      kind: 'choice',
      label: tPaymentsDomain('filter.expectedNetwork'),
      choices: toCodeChoices(networks),
    },
    displayCurrency: {
      kind: 'choice',
      label: tPaymentsDomain('filter.displayCurrency'),
      choices: toCodeChoices(fiatCurrencies),
    },
    pricedIn: {
      kind: 'choice',
      label: tPaymentsDomain('filter.pricedIn'),
      choices: toCodeChoices(priceCurrencies),
    },
    /** Currency of the reported amount. The coin is unknown when another one was deposited. */
    actualIn: {
      kind: 'choice',
      label: tPaymentsDomain('filter.actualIn'),
      choices: toCodeChoices(priceCurrencies),
    },
    depositStatus: {
      kind: 'choice',
      label: tPaymentsDomain('filter.depositStatus'),
      choices: toChoices(depositStatuses),
    },
    refundStatus: {
      kind: 'choice',
      label: tPaymentsDomain('filter.refundStatus'),
      choices: toChoices(refundStatuses),
    },
    type: { kind: 'choice', label: tPaymentsDomain('filter.type'), choices: toChoices(paymentTypes) },
    rateType: { kind: 'choice', label: tPaymentsDomain('filter.rateType'), choices: toChoices(rateTypes) },
    overpaymentPolicy: {
      kind: 'choice',
      label: tPaymentsDomain('filter.overpaymentPolicy'),
      choices: toChoices(overpaymentPolicies),
    },
    refundFollowUpDepositsForOneTimePayments: {
      kind: 'choice',
      label: tPaymentsDomain('filter.refundFollowUpDeposits'),
      choices: booleanChoices,
    },
    redirectMode: {
      kind: 'choice',
      label: tPaymentsDomain('filter.redirectMode'),
      choices: toChoices(redirectModes),
    },
    locale: { kind: 'choice', label: tPaymentsDomain('filter.locale'), choices: toCodeChoices(languages) },
    exception: {
      kind: 'choice',
      label: tPaymentsDomain('filter.exception'),
      choices: [
        { value: 'open', label: tPaymentsDomain('exception.open') },
        { value: 'resolved', label: tPaymentsDomain('exception.resolved') },
        { value: 'assigned', label: tPaymentsDomain('exception.assigned') },
      ],
    },
    label: labelFilter,
    assessment: assessmentFilter,
    expectedDisplayAmount: {
      kind: 'amount',
      label: tPaymentsDomain('filter.expectedDisplayAmount'),
      currencies: fiatCurrencies,
    },
    actualDisplayAmount: {
      kind: 'amount',
      label: tPaymentsDomain('filter.actualDisplayAmount'),
      currencies: fiatCurrencies,
    },
    expectedDepositAmount: {
      kind: 'amount',
      label: tPaymentsDomain('filter.expectedDepositAmount'),
      currencies: cryptoCurrencies,
    },
    actualDepositAmount: {
      kind: 'amount',
      label: tPaymentsDomain('filter.actualDepositAmount'),
      currencies: cryptoCurrencies,
    },
    expectedUniformAmount: {
      kind: 'amount',
      label: tPaymentsDomain('filter.expectedUniformAmount'),
      currencies: ['EUR'],
    },
    actualUniformAmount: {
      kind: 'amount',
      label: tPaymentsDomain('filter.actualUniformAmount'),
      currencies: ['EUR'],
    },
    expectedDisplayDistributedUserServiceFee: {
      kind: 'amount',
      label: tPaymentsDomain('filter.expectedFee'),
      currencies: fiatCurrencies,
    },
    actualDisplayDistributedUserServiceFee: {
      kind: 'amount',
      label: tPaymentsDomain('filter.actualFee'),
      currencies: fiatCurrencies,
    },
    expectedDepositDistributedUserServiceFee: {
      kind: 'amount',
      label: tPaymentsDomain('filter.expectedCoinFee'),
      currencies: cryptoCurrencies,
    },
    actualDepositDistributedUserServiceFee: {
      kind: 'amount',
      label: tPaymentsDomain('filter.actualCoinFee'),
      currencies: cryptoCurrencies,
    },
    paymentInitiatedAt: { kind: 'days', label: tPaymentsDomain('filter.paymentInitiatedAt'), orders: 'own' },
    paymentRequestedAt: {
      kind: 'days',
      label: tPaymentsDomain('filter.paymentRequestedAt'),
      orders: 'filtered',
    },
    // Only callbacks report it; the record does not have it (§2.3).
    expirationTime: { kind: 'days', label: tPaymentsDomain('filter.expirationTime'), orders: 'filtered' },
    firstObservedAt: { kind: 'days', label: tPaymentsDomain('filter.firstObservedAt'), orders: 'filtered' },
    changedAt: { kind: 'days', label: tPaymentsDomain('filter.changedAt'), orders: 'filtered' },
    lastReadAt: { kind: 'days', label: tPaymentsDomain('filter.lastReadAt'), orders: 'filtered' },
    clientPaymentId: { kind: 'exact', label: tPaymentsDomain('filter.clientPaymentId') },
    walletAddress: { kind: 'exact', label: tPaymentsDomain('filter.walletAddress') },
    destinationTag: { kind: 'exact', label: tPaymentsDomain('filter.destinationTag') },
  },
  sorts: {
    expectedDisplayAmount: {
      label: tPaymentsDomain('filter.expectedDisplayAmount'),
      kind: 'amount',
      currency: 'displayCurrency',
      inEur: 'expectedUniformAmount',
    },
    actualDisplayAmount: {
      label: tPaymentsDomain('filter.actualDisplayAmount'),
      kind: 'amount',
      currency: 'displayCurrency',
      inEur: 'actualUniformAmount',
    },
    expectedUniformAmount: { label: tPaymentsDomain('filter.expectedUniformAmount'), kind: 'amount' },
    actualUniformAmount: { label: tPaymentsDomain('filter.actualUniformAmount'), kind: 'amount' },
    changedAt: { label: tPaymentsDomain('filter.changedAt'), kind: 'time' },
  },
} as const satisfies ListSpec;
