import type { ListAnnotations } from '#lib/annotations/model.ts';
import { labelFilter, toChoices, toCodeChoices } from '#lib/lists/model/choice-filter.ts';
import type { ListSpec } from '#lib/lists/model/query.ts';
import { tWithdrawals } from '#lib/messages/withdrawals.ts';
import { withdrawalStatuses } from '#lib/service/contract/enumerations.ts';
import { cryptoCurrencies, fiatCurrencies, settlementCurrencies } from '#lib/values/currencies.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { Conflict, Provenance } from '#lib/values/provenance.ts';
import type { FieldMap, RecordFromFields } from '#lib/values/record-fields.ts';

/** The stored fields of a withdrawal, without the owner of its address, which is risk detail (§6.2). */
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

type WithdrawalRecord = RecordFromFields<typeof withdrawalFields>;

/** The fields that a row of the list shows. */
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
  withdrawFee: 'amount',
  deductedSettlementAmount: 'amount',
  toAddress: 'text',
  toTag: 'text',
  transactionId: 'text',
  versions: 'total',
  firstReceivedAt: 'moment',
  changedAt: 'moment',
} as const satisfies FieldMap;

/** A row with its labels and notes. */
export type WithdrawalRow = RecordFromFields<typeof withdrawalRowFields> & ListAnnotations;

/** The filters and sorts of the withdrawals list, by their names in the URL. */
export const withdrawalList = {
  name: 'withdrawals',
  filters: {
    status: { kind: 'choice', label: tWithdrawals('filters.status'), choices: toChoices(withdrawalStatuses) },
    withdrawCurrency: {
      kind: 'choice',
      label: tWithdrawals('filters.withdrawCurrency'),
      choices: toCodeChoices(cryptoCurrencies),
    },
    settlementCurrency: {
      kind: 'choice',
      label: tWithdrawals('filters.settlementCurrency'),
      choices: toCodeChoices(settlementCurrencies),
    },
    displayCurrency: {
      kind: 'choice',
      label: tWithdrawals('filters.displayCurrency'),
      choices: toCodeChoices(fiatCurrencies),
    },
    derived: {
      kind: 'choice',
      label: tWithdrawals('filters.derived'),
      choices: [
        { value: 'no-transaction', label: tWithdrawals('derived.no-transaction') },
        { value: 'changed', label: tWithdrawals('derived.changed') },
        { value: 'conflict', label: tWithdrawals('derived.conflict') },
      ],
    },
    label: labelFilter,
    expectedDisplayAmount: {
      kind: 'amount',
      label: tWithdrawals('filters.expectedDisplayAmount'),
      currencies: fiatCurrencies,
    },
    actualDisplayAmount: {
      kind: 'amount',
      label: tWithdrawals('filters.actualDisplayAmount'),
      currencies: fiatCurrencies,
    },
    estimatedWithdrawAmount: {
      kind: 'amount',
      label: tWithdrawals('filters.estimatedWithdrawAmount'),
      currencies: cryptoCurrencies,
    },
    actualWithdrawAmount: {
      kind: 'amount',
      label: tWithdrawals('filters.actualWithdrawAmount'),
      currencies: cryptoCurrencies,
    },
    withdrawFee: { kind: 'amount', label: tWithdrawals('filters.withdrawFee'), currencies: cryptoCurrencies },
    deductedSettlementAmount: {
      kind: 'amount',
      label: tWithdrawals('filters.deductedSettlementAmount'),
      currencies: settlementCurrencies,
    },
    displayFee: { kind: 'amount', label: tWithdrawals('filters.displayFee'), currencies: fiatCurrencies },
    displayRateDepegLossAmount: {
      kind: 'amount',
      label: tWithdrawals('filters.displayRateDepegLossAmount'),
      currencies: fiatCurrencies,
      signed: true,
    },
    settlementRateDepegLossAmount: {
      kind: 'amount',
      label: tWithdrawals('filters.settlementRateDepegLossAmount'),
      currencies: settlementCurrencies,
      signed: true,
    },
    receivedAt: { kind: 'days', label: tWithdrawals('filters.receivedAt'), orders: 'own' },
    changedAt: { kind: 'days', label: tWithdrawals('filters.changedAt'), orders: 'filtered' },
    clientWithdrawalId: { kind: 'exact', label: tWithdrawals('filters.clientWithdrawalId') },
    toAddress: { kind: 'exact', label: tWithdrawals('filters.toAddress') },
    toTag: { kind: 'exact', label: tWithdrawals('filters.toTag') },
    transactionId: { kind: 'exact', label: tWithdrawals('filters.transactionId') },
  },
  sorts: {
    actualWithdrawAmount: {
      label: tWithdrawals('filters.actualWithdrawAmount'),
      kind: 'amount',
      currency: 'withdrawCurrency',
    },
    deductedSettlementAmount: {
      label: tWithdrawals('filters.deductedSettlementAmount'),
      kind: 'amount',
      currency: 'settlementCurrency',
    },
    changedAt: { label: tWithdrawals('filters.changedAt'), kind: 'time' },
  },
} as const satisfies ListSpec;

/** A withdrawal with the source of each value. */
export type WithdrawalDetail = WithdrawalRecord & {
  readonly provenance: Provenance;
  readonly conflicts: readonly Conflict[];
};

/** The owner of the address, as screened by the service (§6.2). It is risk detail. */
export type WithdrawalRisk = {
  readonly ownerName: string | null;
  readonly ownerCategory: string | null;
  /** When the owner last changed. Null for rows written before changes were timed. */
  readonly changedAt: Instant | null;
};

/** The owner of the address with the source of each value. */
export type SourcedWithdrawalRisk = WithdrawalRisk & { readonly provenance: Provenance };
