import { byLabel, neverAssessed, plain, toChoices, yesOrNo } from '#lib/lists/model/choice-filter.ts';
import type { ListSpec } from '#lib/lists/model/query.ts';
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

/** The filters of the payments list, by their name in the address. */
export const paymentList = {
  name: 'payments',
  filters: {
    status: { kind: 'choice', label: 'Status', choices: toChoices(paymentStatuses) },
    derived: {
      kind: 'choice',
      label: 'Inferred',
      choices: [
        { value: 'under', label: 'Under' },
        { value: 'over', label: 'Over' },
        { value: 'late', label: 'Late' },
        { value: 'mismatch', label: 'Other currency' },
        { value: 'several', label: 'Several deposits' },
        { value: 'no-deposit', label: 'No deposit' },
        { value: 'exact', label: 'Exactly as expected' },
        { value: 'no-eur', label: 'Paid, no EUR' },
        { value: 'conflict', label: 'Contradictions' },
        { value: 'callback-only', label: 'Reported by callback' },
      ],
    },
    depositCurrency: { kind: 'choice', label: 'Coin', choices: plain(cryptoCurrencies) },
    expectedNetwork: { kind: 'choice', label: 'Network', choices: plain(networks) },
    displayCurrency: { kind: 'choice', label: 'Currency', choices: plain(fiatCurrencies) },
    pricedIn: { kind: 'choice', label: 'Priced in', choices: plain(priceCurrencies) },
    /** As the record tells; where another coin came than was chosen, nobody knows in which coin that is. */
    actualIn: { kind: 'choice', label: 'Actual in', choices: plain(priceCurrencies) },
    depositStatus: { kind: 'choice', label: 'Deposit status', choices: toChoices(depositStatuses) },
    refundStatus: { kind: 'choice', label: 'Refund status', choices: toChoices(refundStatuses) },
    type: { kind: 'choice', label: 'Type', choices: toChoices(paymentTypes) },
    rateType: { kind: 'choice', label: 'Rate', choices: toChoices(rateTypes) },
    overpaymentPolicy: {
      kind: 'choice',
      label: 'Overpayment policy',
      choices: toChoices(overpaymentPolicies),
    },
    refundFollowUpDepositsForOneTimePayments: {
      kind: 'choice',
      label: 'Refund follow-up deposits',
      choices: yesOrNo,
    },
    redirectMode: { kind: 'choice', label: 'Redirect', choices: toChoices(redirectModes) },
    locale: { kind: 'choice', label: 'Locale', choices: plain(languages) },
    label: byLabel,
    assessment: neverAssessed,
    expectedDisplayAmount: { kind: 'amount', label: 'Expected', currencies: fiatCurrencies },
    actualDisplayAmount: { kind: 'amount', label: 'Actual', currencies: fiatCurrencies },
    expectedDepositAmount: { kind: 'amount', label: 'Expected in coin', currencies: cryptoCurrencies },
    actualDepositAmount: { kind: 'amount', label: 'Actual in coin', currencies: cryptoCurrencies },
    expectedUniformAmount: { kind: 'amount', label: 'Expected in EUR', currencies: ['EUR'] },
    actualUniformAmount: { kind: 'amount', label: 'Actual in EUR', currencies: ['EUR'] },
    expectedDisplayDistributedUserServiceFee: {
      kind: 'amount',
      label: 'Payer’s fee, expected',
      currencies: fiatCurrencies,
    },
    actualDisplayDistributedUserServiceFee: {
      kind: 'amount',
      label: 'Payer’s fee, actual',
      currencies: fiatCurrencies,
    },
    expectedDepositDistributedUserServiceFee: {
      kind: 'amount',
      label: 'Payer’s fee in coin, expected',
      currencies: cryptoCurrencies,
    },
    actualDepositDistributedUserServiceFee: {
      kind: 'amount',
      label: 'Payer’s fee in coin, actual',
      currencies: cryptoCurrencies,
    },
    paymentInitiatedAt: { kind: 'days', label: 'Initiated', orders: 'own' },
    paymentRequestedAt: { kind: 'days', label: 'Requested', orders: 'filtered' },
    // Known of what a callback told of: the record has none (§2.3).
    expirationTime: { kind: 'days', label: 'Expires, as a callback told', orders: 'filtered' },
    firstObservedAt: { kind: 'days', label: 'First seen', orders: 'filtered' },
    changedAt: { kind: 'days', label: 'Changed', orders: 'filtered' },
    lastReadAt: { kind: 'days', label: 'Last read', orders: 'filtered' },
    clientPaymentId: { kind: 'exact', label: 'Client payment ID' },
    walletAddress: { kind: 'exact', label: 'Address' },
    destinationTag: { kind: 'exact', label: 'Destination tag' },
  },
  sorts: {
    expectedDisplayAmount: { label: 'Expected', kind: 'amount', currency: 'displayCurrency' },
    actualDisplayAmount: { label: 'Actual', kind: 'amount', currency: 'displayCurrency' },
    changedAt: { label: 'Changed', kind: 'time' },
  },
} as const satisfies ListSpec;
