import type { ListAnnotations } from '#lib/annotations/model.ts';
import { byLabel, plain, toChoices } from '#lib/lists/model/choice-filter.ts';
import type { ListSpec } from '#lib/lists/model/query.ts';
import { withdrawalStatuses } from '#lib/service/contract/enumerations.ts';
import { cryptoCurrencies, fiatCurrencies, settlementCurrencies } from '#lib/values/currencies.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { Conflict, Provenance } from '#lib/values/provenance.ts';
import type { FieldMap, RecordOf } from '#lib/values/record-fields.ts';

/** Every field of a withdrawal that is kept but the owner of its address, which is risk detail (§6.2). */
export const withdrawalFields = {
  withdrawalId: 'name',
  clientWithdrawalId: 'text',
  status: 'text',
  displayCurrency: 'text',
  withdrawCurrency: 'text',
  settlementCurrency: 'text',
  expectedDisplayAmount: 'amount',
  actualDisplayAmount: 'amount',
  estimatedWithdrawAmount: 'amount',
  actualWithdrawAmount: 'amount',
  deductedSettlementAmount: 'amount',
  withdrawFee: 'amount',
  displayFee: 'amount',
  displayRateDepegLossAmount: 'signed',
  settlementRateDepegLossAmount: 'signed',
  toTxAddress: 'text',
  toAddress: 'text',
  toTag: 'text',
  transactionId: 'text',
  versions: 'total',
  firstReceivedAt: 'moment',
  changedAt: 'moment',
} as const satisfies FieldMap;

type WithdrawalRecord = RecordOf<typeof withdrawalFields>;

export const withdrawalRowFields = {
  withdrawalId: 'name',
  clientWithdrawalId: 'text',
  status: 'text',
  displayCurrency: 'text',
  withdrawCurrency: 'text',
  settlementCurrency: 'text',
  expectedDisplayAmount: 'amount',
  actualDisplayAmount: 'amount',
  estimatedWithdrawAmount: 'amount',
  actualWithdrawAmount: 'amount',
  deductedSettlementAmount: 'amount',
  toAddress: 'text',
  toTag: 'text',
  transactionId: 'text',
  versions: 'total',
  firstReceivedAt: 'moment',
  changedAt: 'moment',
} as const satisfies FieldMap;

/** A row, with what people added to it. */
export type WithdrawalRow = RecordOf<typeof withdrawalRowFields> & ListAnnotations;

/** The filters of the withdrawals list, by their name in the address. */
export const withdrawalList = {
  name: 'withdrawals',
  filters: {
    status: { kind: 'choice', label: 'Status', choices: toChoices(withdrawalStatuses) },
    withdrawCurrency: { kind: 'choice', label: 'Coin', choices: plain(cryptoCurrencies) },
    settlementCurrency: { kind: 'choice', label: 'Settlement', choices: plain(settlementCurrencies) },
    displayCurrency: { kind: 'choice', label: 'Currency', choices: plain(fiatCurrencies) },
    derived: {
      kind: 'choice',
      label: 'Inferred',
      choices: [
        { value: 'no-transaction', label: 'No transaction' },
        { value: 'changed', label: 'Told differently' },
        { value: 'conflict', label: 'Contradictions' },
      ],
    },
    label: byLabel,
    expectedDisplayAmount: { kind: 'amount', label: 'Expected', currencies: fiatCurrencies },
    actualDisplayAmount: { kind: 'amount', label: 'Actual', currencies: fiatCurrencies },
    estimatedWithdrawAmount: { kind: 'amount', label: 'Estimated', currencies: cryptoCurrencies },
    actualWithdrawAmount: { kind: 'amount', label: 'Withdrawn', currencies: cryptoCurrencies },
    withdrawFee: { kind: 'amount', label: 'Fee', currencies: cryptoCurrencies },
    deductedSettlementAmount: { kind: 'amount', label: 'Deducted', currencies: settlementCurrencies },
    displayFee: { kind: 'amount', label: 'Display fee', currencies: fiatCurrencies },
    displayRateDepegLossAmount: {
      kind: 'amount',
      label: 'Depeg loss',
      currencies: fiatCurrencies,
      signed: true,
    },
    settlementRateDepegLossAmount: {
      kind: 'amount',
      label: 'Depeg loss, settled',
      currencies: settlementCurrencies,
      signed: true,
    },
    receivedAt: { kind: 'days', label: 'Received', orders: 'own' },
    changedAt: { kind: 'days', label: 'Changed', orders: 'filtered' },
    clientWithdrawalId: { kind: 'exact', label: 'Client withdrawal ID' },
    toAddress: { kind: 'exact', label: 'Address' },
    toTag: { kind: 'exact', label: 'Tag' },
    transactionId: { kind: 'exact', label: 'Transaction' },
  },
  sorts: {
    actualWithdrawAmount: { label: 'Withdrawn', kind: 'amount', currency: 'withdrawCurrency' },
    deductedSettlementAmount: { label: 'Deducted', kind: 'amount', currency: 'settlementCurrency' },
    changedAt: { label: 'Changed', kind: 'time' },
  },
} as const satisfies ListSpec;

/** A withdrawal whole, with where each value comes from. */
export type WithdrawalDetail = WithdrawalRecord & {
  readonly provenance: Provenance;
  readonly conflicts: readonly Conflict[];
};

/** The owner of the address, as screened (§6.2). Risk detail. */
export type WithdrawalRisk = {
  readonly ownerName: string | null;
  readonly ownerCategory: string | null;
  /** When it last changed. Null: not since that is stamped. */
  readonly changedAt: Instant | null;
};

/** The same with where each value comes from. */
export type SourcedWithdrawalRisk = WithdrawalRisk & { readonly provenance: Provenance };
