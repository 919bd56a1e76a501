import { plain, toChoices } from '#lib/lists/model/choice-filter.ts';
import type { ListSpec } from '#lib/lists/model/query.ts';
import { refundReasons, refundStatuses, refundTypes } from '#lib/service/contract/enumerations.ts';
import { cryptoCurrencies, fiatCurrencies, networks } from '#lib/values/currencies.ts';
import type { FieldMap, RecordOf } from '#lib/values/record-fields.ts';

/** §2.6: a refund has no id; its deposit's stands for it. */
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

export type RefundRow = RecordOf<typeof refundRowFields> & { readonly clientPaymentId: string | null };

/** The filters of the refunds list, by their name in the address. */
export const refundList = {
  name: 'refunds',
  filters: {
    status: { kind: 'choice', label: 'Status', choices: toChoices(refundStatuses) },
    reason: { kind: 'choice', label: 'Reason', choices: toChoices(refundReasons) },
    type: { kind: 'choice', label: 'Type', choices: toChoices(refundTypes) },
    depositCurrency: { kind: 'choice', label: 'Coin', choices: plain(cryptoCurrencies) },
    network: { kind: 'choice', label: 'Network', choices: plain(networks) },
    displayCurrency: { kind: 'choice', label: 'Currency', choices: plain(fiatCurrencies) },
    derived: {
      kind: 'choice',
      label: 'Inferred',
      choices: [
        { value: 'no-transaction', label: 'No transaction yet' },
        { value: 'no-amount', label: 'Amount not told' },
      ],
    },
    refundAmount: { kind: 'amount', label: 'Amount', currencies: cryptoCurrencies },
    refundFee: { kind: 'amount', label: 'Fee', currencies: cryptoCurrencies },
    refundDisplayAmount: { kind: 'amount', label: 'Display', currencies: fiatCurrencies },
    refundDisplayFee: { kind: 'amount', label: 'Display fee', currencies: fiatCurrencies },
    firstSeenAt: { kind: 'days', label: 'First seen', orders: 'own' },
    confirmedAt: { kind: 'days', label: 'Confirmed', orders: 'filtered' },
    changedAt: { kind: 'days', label: 'Changed', orders: 'filtered' },
    transactionId: { kind: 'exact', label: 'Transaction' },
  },
  sorts: {
    refundAmount: { label: 'Amount', kind: 'amount', currency: 'depositCurrency' },
    confirmedAt: { label: 'Confirmed', kind: 'time' },
  },
} as const satisfies ListSpec;
