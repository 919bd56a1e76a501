import { assessmentFilter, labelFilter, toChoices, toCodeChoices } from '#lib/lists/model/choice-filter.ts';
import type { ListSpec } from '#lib/lists/model/query.ts';
import { tPaymentsDomain } from '#lib/messages/payments.ts';
import { toFilters, toSorts } from '#lib/records/model/filters.ts';
import { paymentFields } from '#lib/records/model/payment.ts';
import { depositStatuses, refundStatuses } from '#lib/service/contract/enumerations.ts';
import { cryptoCurrencies, fiatCurrencies } from '#lib/values/currencies.ts';

const priceCurrencies = toCodeChoices([...fiatCurrencies, ...cryptoCurrencies]);
const { status, depositCurrency, expectedNetwork, displayCurrency, ...others } = toFilters(paymentFields);

/** Filters of the payments list, by their URL parameter: those of its fields, and those that several fields decide. */
export const paymentList = {
  name: 'payments',
  filters: {
    status,
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
    depositCurrency,
    expectedNetwork,
    displayCurrency,
    pricedIn: { kind: 'choice', label: tPaymentsDomain('filter.pricedIn'), choices: priceCurrencies },
    /** Currency of the reported amount. The coin is unknown when another one was deposited. */
    actualIn: { kind: 'choice', label: tPaymentsDomain('filter.actualIn'), choices: priceCurrencies },
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
    paymentInitiatedAt: { kind: 'days', label: paymentFields.paymentInitiatedAt.label, orders: 'own' },
    ...others,
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
  },
  sorts: toSorts(paymentFields),
} as const satisfies ListSpec;
