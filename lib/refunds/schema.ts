import { toChoices, toCodeChoices } from '#lib/lists/model/choice-filter.ts';
import type { ListSpec } from '#lib/lists/model/query.ts';
import { tRefunds } from '#lib/messages/refunds.ts';
import { refundReasons, refundStatuses, refundTypes } from '#lib/service/contract/enumerations.ts';
import { cryptoCurrencies, fiatCurrencies, networks } from '#lib/values/currencies.ts';
import type { FieldMap, RecordFromFields } from '#lib/values/record-fields.ts';

/** The fields that a row of the list shows. A refund has no ID, so its deposit's ID identifies it (§2.6). */
export const refundRowFields = {
  depositId: 'name',
  paymentId: 'name',
  refundType: 'text',
  refundStatus: 'text',
  refundReason: 'text',
  refundDepositCurrency: 'text',
  refundNetwork: 'text',
  refundAmount: 'amount',
  refundFee: 'amount',
  refundDisplayCurrency: 'text',
  refundDisplayAmount: 'amount',
  refundDisplayFee: 'amount',
  refundTransactionId: 'text',
  refundConfirmedAt: 'seconds',
  refundFirstSeenAt: 'instant',
  changedAt: 'moment',
} as const satisfies FieldMap;

export type RefundRow = RecordFromFields<typeof refundRowFields> & {
  readonly clientPaymentId: string | null;
};

/** The filters and sorts of the refunds list, by their names in the URL. */
export const refundList = {
  name: 'refunds',
  filters: {
    status: { kind: 'choice', label: tRefunds('filters.status'), choices: toChoices(refundStatuses) },
    reason: { kind: 'choice', label: tRefunds('filters.reason'), choices: toChoices(refundReasons) },
    type: { kind: 'choice', label: tRefunds('filters.type'), choices: toChoices(refundTypes) },
    depositCurrency: {
      kind: 'choice',
      label: tRefunds('filters.depositCurrency'),
      choices: toCodeChoices(cryptoCurrencies),
    },
    network: { kind: 'choice', label: tRefunds('filters.network'), choices: toCodeChoices(networks) },
    displayCurrency: {
      kind: 'choice',
      label: tRefunds('filters.displayCurrency'),
      choices: toCodeChoices(fiatCurrencies),
    },
    derived: {
      kind: 'choice',
      label: tRefunds('filters.derived'),
      choices: [
        { value: 'no-transaction', label: tRefunds('derived.no-transaction') },
        { value: 'no-amount', label: tRefunds('derived.no-amount') },
      ],
    },
    refundAmount: { kind: 'amount', label: tRefunds('filters.refundAmount'), currencies: cryptoCurrencies },
    refundFee: { kind: 'amount', label: tRefunds('filters.refundFee'), currencies: cryptoCurrencies },
    refundDisplayAmount: {
      kind: 'amount',
      label: tRefunds('filters.refundDisplayAmount'),
      currencies: fiatCurrencies,
    },
    refundDisplayFee: {
      kind: 'amount',
      label: tRefunds('filters.refundDisplayFee'),
      currencies: fiatCurrencies,
    },
    firstSeenAt: { kind: 'days', label: tRefunds('filters.firstSeenAt'), orders: 'own' },
    confirmedAt: { kind: 'days', label: tRefunds('filters.confirmedAt'), orders: 'filtered' },
    changedAt: { kind: 'days', label: tRefunds('filters.changedAt'), orders: 'filtered' },
    transactionId: { kind: 'exact', label: tRefunds('filters.transactionId') },
  },
  sorts: {
    refundAmount: { label: tRefunds('filters.refundAmount'), kind: 'amount', currency: 'depositCurrency' },
    confirmedAt: { label: tRefunds('filters.confirmedAt'), kind: 'time' },
  },
} as const satisfies ListSpec;
