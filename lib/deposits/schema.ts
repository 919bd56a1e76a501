import type { ListAnnotations } from '#lib/annotations/model.ts';
import { byLabel, neverAssessed, plain, toChoices } from '#lib/lists/model/choice-filter.ts';
import type { ListSpec } from '#lib/lists/model/query.ts';
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
import type { FieldMap, RecordOf } from '#lib/values/record-fields.ts';

/** Every field of a deposit that is kept but its refund's (§2.4, §6.1). */
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

/** §2.6, as it stands on its deposit. */
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

/** What a row of the list needs. */
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
  settlementPayableAmount: 'amount',
  uniformPayableAmount: 'amount',
  refundStatus: 'text',
  refundReason: 'text',
  depositReceivedAt: 'seconds',
  recordSeen: 'fact',
  sortAt: 'moment',
  changedAt: 'moment',
} as const satisfies FieldMap;

/** A row, with its payment's client reference and what people added to it. */
export type DepositRow = RecordOf<typeof depositRowFields> &
  ListAnnotations & { readonly clientPaymentId: string | null };

const tellers = [
  { value: 'record', label: 'Record' },
  { value: 'callback', label: 'Callback only' },
] as const;

/** The filters of the deposits list, by their name in the address. */
export const depositList = {
  name: 'deposits',
  filters: {
    status: { kind: 'choice', label: 'Status', choices: toChoices(depositStatuses) },
    derived: {
      kind: 'choice',
      label: 'Inferred',
      choices: [
        { value: 'callback-only', label: 'Reported by callback' },
        { value: 'unlisted', label: 'Not in the record' },
        { value: 'no-eur', label: 'No EUR' },
        { value: 'refunded', label: 'With a refund' },
        { value: 'changed', label: 'Told differently' },
        { value: 'conflict', label: 'Contradictions' },
      ],
    },
    depositCurrency: { kind: 'choice', label: 'Coin', choices: plain(cryptoCurrencies) },
    network: { kind: 'choice', label: 'Network', choices: plain(networks) },
    displayCurrency: { kind: 'choice', label: 'Currency', choices: plain(fiatCurrencies) },
    settlementCurrency: { kind: 'choice', label: 'Settlement', choices: plain(settlementCurrencies) },
    refundStatus: { kind: 'choice', label: 'Refund status', choices: toChoices(refundStatuses) },
    refundReason: { kind: 'choice', label: 'Refund reason', choices: toChoices(refundReasons) },
    refundType: { kind: 'choice', label: 'Refund type', choices: toChoices(refundTypes) },
    rateType: { kind: 'choice', label: 'Rate', choices: toChoices(rateTypes) },
    amountFrom: { kind: 'choice', label: 'Deposited told by', choices: tellers },
    displayFrom: { kind: 'choice', label: 'Display told by', choices: tellers },
    label: byLabel,
    assessment: neverAssessed,
    depositAmount: { kind: 'amount', label: 'Deposited', currencies: cryptoCurrencies },
    onChainFee: { kind: 'amount', label: 'On-chain fee', currencies: cryptoCurrencies },
    displayAmount: { kind: 'amount', label: 'Display', currencies: fiatCurrencies },
    settlementPayableAmount: { kind: 'amount', label: 'Credited', currencies: settlementCurrencies },
    displayPayableAmount: { kind: 'amount', label: 'Display credited', currencies: fiatCurrencies },
    uniformPayableAmount: { kind: 'amount', label: 'EUR credited', currencies: ['EUR'] },
    displayServiceFee: { kind: 'amount', label: 'Service fee', currencies: fiatCurrencies },
    settlementServiceFee: { kind: 'amount', label: 'Service fee, settled', currencies: settlementCurrencies },
    uniformServiceFee: { kind: 'amount', label: 'Service fee in EUR', currencies: ['EUR'] },
    displayDistributedUserServiceFee: { kind: 'amount', label: 'Payer’s fee', currencies: fiatCurrencies },
    depositDistributedUserServiceFee: {
      kind: 'amount',
      label: 'Payer’s fee in coin',
      currencies: cryptoCurrencies,
    },
    settlementDistributedUserServiceFee: {
      kind: 'amount',
      label: 'Payer’s fee, settled',
      currencies: settlementCurrencies,
    },
    uniformDistributedUserServiceFee: { kind: 'amount', label: 'Payer’s fee in EUR', currencies: ['EUR'] },
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
    uniformRateDepegLossAmount: {
      kind: 'amount',
      label: 'Depeg loss in EUR',
      currencies: ['EUR'],
      signed: true,
    },
    callbackSettlementAmount: {
      kind: 'amount',
      label: 'Settlement by callback',
      currencies: settlementCurrencies,
    },
    callbackDisplayDepegLoss: {
      kind: 'amount',
      label: 'Depeg loss by callback',
      currencies: [...cryptoCurrencies, ...fiatCurrencies],
      signed: true,
    },
    depositReceivedAt: { kind: 'days', label: 'Received', orders: 'own' },
    refundConfirmedAt: { kind: 'days', label: 'Refund confirmed', orders: 'filtered' },
    firstObservedAt: { kind: 'days', label: 'First seen', orders: 'filtered' },
    changedAt: { kind: 'days', label: 'Changed', orders: 'filtered' },
    payment: { kind: 'id', label: 'Payment ID' },
    transactionId: { kind: 'exact', label: 'Transaction' },
    fromAddress: { kind: 'exact', label: 'From' },
    toAddress: { kind: 'exact', label: 'To' },
  },
  sorts: {
    depositAmount: { label: 'Deposited', kind: 'amount', currency: 'depositCurrency' },
    uniformPayableAmount: { label: 'EUR credited', kind: 'amount' },
    changedAt: { label: 'Changed', kind: 'time' },
  },
} as const satisfies ListSpec;

export const depositDetailFields = { ...depositFields, ...refundFields, ...depositOwnFields } as const;

/** A deposit whole, its refund included, with where each value comes from. */
export type DepositDetail = RecordOf<typeof depositDetailFields> & {
  readonly clientPaymentId: string | null;
  /** Its payment's, where it came to the payment's own address: no deposit is told one (§2.4, §6.1). */
  readonly destinationTag: string | null;
  /** The currency that callbackDisplayDepegLoss is taken to be in: the interface leaves it open (§6.1). */
  readonly callbackDepegCurrency: string | null;
  readonly provenance: Provenance;
  readonly conflicts: readonly Conflict[];
};

/** §2.5, as received. An absent list is "not assessed", an empty one is not "clean": null and [] are kept apart. */
export type RiskEntity = { readonly name: string | null; readonly category: string | null };
export type DepositRisk = {
  readonly depositId: string;
  /** As received: its scale is not shown. */
  readonly riskScore: string | null;
  /** Null: not assessed. */
  readonly assessment: {
    readonly addressOwner: RiskEntity | null;
    readonly sourceRiskEntities: readonly RiskEntity[] | null;
    readonly destinationRiskEntities: readonly RiskEntity[] | null;
  } | null;
  readonly provenance: Provenance;
  /** When it last changed. Null: not since that is stamped. */
  readonly changedAt: Instant | null;
};
