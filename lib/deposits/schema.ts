import type { ListAnnotations } from '#lib/annotations/model.ts';
import { assessmentFilter, labelFilter, toChoices, toCodeChoices } from '#lib/lists/model/choice-filter.ts';
import type { ListSpec } from '#lib/lists/model/query.ts';
import { tDeposits } from '#lib/messages/deposits.ts';
import {
  depositStatuses,
  rateTypes,
  refundReasons,
  refundStatuses,
  refundTypes,
} from '#lib/service/contract/enumerations.ts';
import { cryptoCurrencies, fiatCurrencies, networks, settlementCurrencies } from '#lib/values/currencies.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { Conflict, Provenance } from '#lib/values/provenance.ts';
import type { FieldMap, RecordFromFields } from '#lib/values/record-fields.ts';

/** The stored fields of a deposit, without those of its refund (§2.4, §6.1). */
export const depositFields = {
  depositId: 'name',
  paymentId: 'name',
  transactionId: 'text',
  status: 'text',
  fromAddress: 'text',
  toAddress: 'text',
  depositCurrency: 'text',
  network: 'text',
  depositAmount: 'amount',
  depositDistributedUserServiceFee: 'amount',
  onChainFee: 'amount',
  displayCurrency: 'text',
  displayAmount: 'amount',
  displayPayableAmount: 'amount',
  displayServiceFee: 'amount',
  displayDistributedUserServiceFee: 'amount',
  settlementCurrency: 'text',
  settlementPayableAmount: 'amount',
  settlementServiceFee: 'amount',
  settlementDistributedUserServiceFee: 'amount',
  uniformCurrency: 'text',
  uniformPayableAmount: 'amount',
  uniformServiceFee: 'amount',
  uniformDistributedUserServiceFee: 'amount',
  userServiceFeeDistributionPercentage: 'text',
  depositReceivedAt: 'seconds',
  displayRateDepegLossAmount: 'signed',
  settlementRateDepegLossAmount: 'signed',
  uniformRateDepegLossAmount: 'signed',
  callbackDepositAmount: 'amount',
  callbackDisplayAmount: 'amount',
  callbackSettlementAmount: 'amount',
  callbackDisplayDepegLoss: 'signed',
  rateType: 'text',
} as const satisfies FieldMap;

/** The refund of a deposit (§2.6). It is stored on the deposit's row. */
export const refundFields = {
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
} as const satisfies FieldMap;

const depositOwnFields = {
  recordSeen: 'fact',
  versions: 'total',
  sortAt: 'moment',
  firstObservedAt: 'moment',
  changedAt: 'moment',
} as const satisfies FieldMap;

/** The fields that a row of the list shows. */
export const depositRowFields = {
  depositId: 'name',
  paymentId: 'name',
  status: 'text',
  transactionId: 'text',
  depositCurrency: 'text',
  network: 'text',
  depositAmount: 'amount',
  callbackDepositAmount: 'amount',
  displayCurrency: 'text',
  displayAmount: 'amount',
  callbackDisplayAmount: 'amount',
  settlementCurrency: 'text',
  settlementServiceFee: 'amount',
  settlementPayableAmount: 'amount',
  uniformPayableAmount: 'amount',
  refundStatus: 'text',
  refundReason: 'text',
  depositReceivedAt: 'seconds',
  recordSeen: 'fact',
  sortAt: 'moment',
  changedAt: 'moment',
} as const satisfies FieldMap;

/** A row with its labels and notes, and the client ID of its payment. */
export type DepositRow = RecordFromFields<typeof depositRowFields> &
  ListAnnotations & { readonly clientPaymentId: string | null };

const sources = [
  { value: 'record', label: tDeposits('sources.record') },
  { value: 'callback', label: tDeposits('sources.callback') },
] as const;

/** The filters and sorts of the deposits list, by their names in the URL. */
export const depositList = {
  name: 'deposits',
  filters: {
    status: { kind: 'choice', label: tDeposits('filters.status'), choices: toChoices(depositStatuses) },
    derived: {
      kind: 'choice',
      label: tDeposits('filters.derived'),
      choices: [
        { value: 'callback-only', label: tDeposits('derived.callback-only') },
        { value: 'unlisted', label: tDeposits('derived.unlisted') },
        { value: 'no-eur', label: tDeposits('derived.no-eur') },
        { value: 'refunded', label: tDeposits('derived.refunded') },
        { value: 'changed', label: tDeposits('derived.changed') },
        { value: 'conflict', label: tDeposits('derived.conflict') },
      ],
    },
    depositCurrency: {
      kind: 'choice',
      label: tDeposits('filters.depositCurrency'),
      choices: toCodeChoices(cryptoCurrencies),
    },
    network: { kind: 'choice', label: tDeposits('filters.network'), choices: toCodeChoices(networks) },
    displayCurrency: {
      kind: 'choice',
      label: tDeposits('filters.displayCurrency'),
      choices: toCodeChoices(fiatCurrencies),
    },
    settlementCurrency: {
      kind: 'choice',
      label: tDeposits('filters.settlementCurrency'),
      choices: toCodeChoices(settlementCurrencies),
    },
    refundStatus: {
      kind: 'choice',
      label: tDeposits('filters.refundStatus'),
      choices: toChoices(refundStatuses),
    },
    refundReason: {
      kind: 'choice',
      label: tDeposits('filters.refundReason'),
      choices: toChoices(refundReasons),
    },
    refundType: { kind: 'choice', label: tDeposits('filters.refundType'), choices: toChoices(refundTypes) },
    rateType: { kind: 'choice', label: tDeposits('filters.rateType'), choices: toChoices(rateTypes) },
    amountFrom: { kind: 'choice', label: tDeposits('filters.amountFrom'), choices: sources },
    displayFrom: { kind: 'choice', label: tDeposits('filters.displayFrom'), choices: sources },
    label: labelFilter,
    assessment: assessmentFilter,
    depositAmount: {
      kind: 'amount',
      label: tDeposits('filters.depositAmount'),
      currencies: cryptoCurrencies,
    },
    onChainFee: { kind: 'amount', label: tDeposits('filters.onChainFee'), currencies: cryptoCurrencies },
    displayAmount: { kind: 'amount', label: tDeposits('filters.displayAmount'), currencies: fiatCurrencies },
    settlementPayableAmount: {
      kind: 'amount',
      label: tDeposits('filters.settlementPayableAmount'),
      currencies: settlementCurrencies,
    },
    displayPayableAmount: {
      kind: 'amount',
      label: tDeposits('filters.displayPayableAmount'),
      currencies: fiatCurrencies,
    },
    uniformPayableAmount: {
      kind: 'amount',
      label: tDeposits('filters.uniformPayableAmount'),
      currencies: ['EUR'],
    },
    displayServiceFee: {
      kind: 'amount',
      label: tDeposits('filters.displayServiceFee'),
      currencies: fiatCurrencies,
    },
    settlementServiceFee: {
      kind: 'amount',
      label: tDeposits('filters.settlementServiceFee'),
      currencies: settlementCurrencies,
    },
    uniformServiceFee: { kind: 'amount', label: tDeposits('filters.uniformServiceFee'), currencies: ['EUR'] },
    displayDistributedUserServiceFee: {
      kind: 'amount',
      label: tDeposits('filters.displayDistributedUserServiceFee'),
      currencies: fiatCurrencies,
    },
    depositDistributedUserServiceFee: {
      kind: 'amount',
      label: tDeposits('filters.depositDistributedUserServiceFee'),
      currencies: cryptoCurrencies,
    },
    settlementDistributedUserServiceFee: {
      kind: 'amount',
      label: tDeposits('filters.settlementDistributedUserServiceFee'),
      currencies: settlementCurrencies,
    },
    uniformDistributedUserServiceFee: {
      kind: 'amount',
      label: tDeposits('filters.uniformDistributedUserServiceFee'),
      currencies: ['EUR'],
    },
    displayRateDepegLossAmount: {
      kind: 'amount',
      label: tDeposits('filters.displayRateDepegLossAmount'),
      currencies: fiatCurrencies,
      signed: true,
    },
    settlementRateDepegLossAmount: {
      kind: 'amount',
      label: tDeposits('filters.settlementRateDepegLossAmount'),
      currencies: settlementCurrencies,
      signed: true,
    },
    uniformRateDepegLossAmount: {
      kind: 'amount',
      label: tDeposits('filters.uniformRateDepegLossAmount'),
      currencies: ['EUR'],
      signed: true,
    },
    callbackSettlementAmount: {
      kind: 'amount',
      label: tDeposits('filters.callbackSettlementAmount'),
      currencies: settlementCurrencies,
    },
    callbackDisplayDepegLoss: {
      kind: 'amount',
      label: tDeposits('filters.callbackDisplayDepegLoss'),
      currencies: [...cryptoCurrencies, ...fiatCurrencies],
      signed: true,
    },
    depositReceivedAt: { kind: 'days', label: tDeposits('filters.depositReceivedAt'), orders: 'own' },
    refundConfirmedAt: { kind: 'days', label: tDeposits('filters.refundConfirmedAt'), orders: 'filtered' },
    firstObservedAt: { kind: 'days', label: tDeposits('filters.firstObservedAt'), orders: 'filtered' },
    changedAt: { kind: 'days', label: tDeposits('filters.changedAt'), orders: 'filtered' },
    payment: { kind: 'id', label: tDeposits('filters.payment') },
    transactionId: { kind: 'exact', label: tDeposits('filters.transactionId') },
    fromAddress: { kind: 'exact', label: tDeposits('filters.fromAddress') },
    toAddress: { kind: 'exact', label: tDeposits('filters.toAddress') },
  },
  sorts: {
    depositAmount: {
      label: tDeposits('filters.depositAmount'),
      kind: 'amount',
      currency: 'depositCurrency',
      inEur: 'depositValueInEur',
    },
    // The net credit is the only value of a deposit in EUR (§2.4). It has a name of its own beside its own column.
    depositValueInEur: { label: tDeposits('filters.uniformPayableAmount'), kind: 'amount' },
    uniformPayableAmount: { label: tDeposits('filters.uniformPayableAmount'), kind: 'amount' },
    changedAt: { label: tDeposits('filters.changedAt'), kind: 'time' },
  },
} as const satisfies ListSpec;

export const depositDetailFields = { ...depositFields, ...refundFields, ...depositOwnFields } as const;

/** A deposit with its refund, and the source of each value. */
export type DepositDetail = RecordFromFields<typeof depositDetailFields> & {
  readonly clientPaymentId: string | null;
  /** The tag of its payment, when it went to the payment's own address. Deposits report no tag (§2.4, §6.1). */
  readonly destinationTag: string | null;
  /** The assumed currency of callbackDisplayDepegLoss. The interface doesn't define it (§6.1). */
  readonly callbackDepegCurrency: string | null;
  readonly provenance: Provenance;
  readonly conflicts: readonly Conflict[];
};

/** An entity of the risk detail, as received (§2.5). */
export type RiskEntity = { readonly name: string | null; readonly category: string | null };
/** Risk detail of a deposit (§2.5). A null list was not assessed. An empty list found no entities, which proves zeroTotal. */
export type DepositRisk = {
  readonly depositId: string;
  /** As received. The interface doesn't define its scale. */
  readonly riskScore: string | null;
  /** Null before an assessment. */
  readonly assessment: {
    readonly addressOwner: RiskEntity | null;
    readonly sourceRiskEntities: readonly RiskEntity[] | null;
    readonly destinationRiskEntities: readonly RiskEntity[] | null;
  } | null;
  readonly provenance: Provenance;
  /** When the risk detail last changed. Null for rows written before changes were timed. */
  readonly changedAt: Instant | null;
};
