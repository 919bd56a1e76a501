import type { ListAnnotations } from '#lib/annotations/model.ts';
import { assessmentFilter, labelFilter } from '#lib/lists/model/choice-filter.ts';
import type { ListSpec } from '#lib/lists/model/query.ts';
import { tDeposits } from '#lib/messages/deposits.ts';
import { depositFields, refundFields } from '#lib/records/model/deposit.ts';
import { listRowFields } from '#lib/records/model/field.ts';
import { toFilters, toSorts } from '#lib/records/model/filters.ts';
import { cryptoCurrencies, fiatCurrencies } from '#lib/values/currencies.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { Conflict, Provenance } from '#lib/values/provenance.ts';
import type { RecordFromFields } from '#lib/values/record-fields.ts';

export const depositDetailFields = { ...depositFields, ...refundFields } as const;

export const depositRowFields = listRowFields(depositDetailFields);

/** A row with its labels and notes, and the client ID of its payment. */
export type DepositRow = RecordFromFields<typeof depositRowFields> &
  ListAnnotations & { readonly clientPaymentId: string | null };

const sources = [
  { value: 'record', label: tDeposits('sources.record') },
  { value: 'callback', label: tDeposits('sources.callback') },
] as const;

const { status, ...others } = toFilters(depositFields);
const refund = toFilters(refundFields);

/** The filters and sorts of the deposits list, by their names in the URL. */
export const depositList = {
  name: 'deposits',
  filters: {
    status,
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
    ...others,
    refundStatus: { ...refund.status, label: tDeposits('filters.refundStatus') },
    refundReason: refund.reason,
    refundType: refund.type,
    amountFrom: { kind: 'choice', label: tDeposits('filters.amountFrom'), choices: sources },
    displayFrom: { kind: 'choice', label: tDeposits('filters.displayFrom'), choices: sources },
    label: labelFilter,
    assessment: assessmentFilter,
    callbackDisplayDepegLoss: {
      kind: 'amount',
      label: tDeposits('filters.callbackDisplayDepegLoss'),
      currencies: [...cryptoCurrencies, ...fiatCurrencies],
      signed: true,
    },
    depositReceivedAt: { kind: 'days', label: tDeposits('filters.depositReceivedAt'), orders: 'own' },
    refundConfirmedAt: { ...refund.confirmedAt, label: tDeposits('filters.refundConfirmedAt') },
    payment: { kind: 'id', label: tDeposits('filters.payment') },
  },
  sorts: {
    ...toSorts(depositFields),
    // The net credit is the only value of a deposit in EUR (§2.4). It has a name of its own beside its own column.
    depositValueInEur: { label: tDeposits('filters.uniformPayableAmount'), kind: 'amount' },
  },
} as const satisfies ListSpec;

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
