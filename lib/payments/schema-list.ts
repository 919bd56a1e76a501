import {
  depositStatuses,
  overpaymentPolicies,
  paymentStatuses,
  paymentTypes,
  rateTypes,
  refundStatuses,
} from '#lib/service/contract/enumerations.ts';
import { cryptoCurrencies, fiatCurrencies, networks } from '#lib/values/currencies.ts';
import { named, plain } from '#lib/values/list-choices.ts';
import type { ListSpec } from '#lib/values/list-query.ts';

/** The filters of the payments list, by their name in the address. */
export const paymentList = {
  name: 'payments',
  filters: {
    status: { kind: 'choice', label: 'Status', choices: named(paymentStatuses) },
    derived: {
      kind: 'choice',
      label: 'Inferred',
      choices: [
        { value: 'under', label: 'Under' },
        { value: 'over', label: 'Over' },
        { value: 'late', label: 'Late' },
        { value: 'mismatch', label: 'Other currency' },
        { value: 'several', label: 'Several deposits' },
        { value: 'callback-only', label: 'Reported by callback' },
      ],
    },
    depositCurrency: { kind: 'choice', label: 'Coin', choices: plain(cryptoCurrencies) },
    expectedNetwork: { kind: 'choice', label: 'Network', choices: plain(networks) },
    displayCurrency: { kind: 'choice', label: 'Currency', choices: plain(fiatCurrencies) },
    depositStatus: { kind: 'choice', label: 'Deposit status', choices: named(depositStatuses) },
    refundStatus: { kind: 'choice', label: 'Refund status', choices: named(refundStatuses) },
    type: { kind: 'choice', label: 'Type', choices: named(paymentTypes) },
    rateType: { kind: 'choice', label: 'Rate', choices: named(rateTypes) },
    overpaymentPolicy: { kind: 'choice', label: 'Overpayment policy', choices: named(overpaymentPolicies) },
    paymentInitiatedAt: { kind: 'days', label: 'Initiated' },
  },
} as const satisfies ListSpec;
