import 'server-only';
import type { DepositDetail, DepositRisk, RiskEntity } from '#lib/deposits/schema.ts';
import { depositFields, refundFields } from '#lib/deposits/schema.ts';
import type { Source } from '#lib/values/provenance.ts';
import type { Column, CurrencyOf } from '../column.ts';
import { fieldColumns, guarded, sourced } from '../column.ts';

const display: CurrencyOf = { field: 'displayCurrency' };
const deposit: CurrencyOf = { field: 'depositCurrency' };
const settlement: CurrencyOf = { field: 'settlementCurrency' };
const uniform: CurrencyOf = { field: 'uniformCurrency' };
const callbackDepeg: CurrencyOf = { field: 'callbackDepegCurrency' };
const refunded: CurrencyOf = { field: 'refundDepositCurrency' };
const refundedDisplay: CurrencyOf = { field: 'refundDisplayCurrency' };

/** A deposit, with its risk detail for those who may see it only. */
export type ExportedDeposit = DepositDetail & {
  /** Where the payment has its client id from; null where it was never told. */
  readonly clientPaymentIdSource: Source | null;
  readonly risk?: DepositRisk | null;
};

const reference: readonly Column<ExportedDeposit>[] = [
  { name: 'client_payment_id', cell: (row) => guarded(row.clientPaymentId ?? '') },
  { name: 'client_payment_id_source', cell: (row) => row.clientPaymentIdSource ?? '' },
];

const refundColumns = fieldColumns(refundFields, {
  currencies: {
    refundAmount: refunded,
    refundFee: refunded,
    refundDisplayAmount: refundedDisplay,
    refundDisplayFee: refundedDisplay,
  },
  own: ['refundFirstSeenAt'],
});

/** §2.4 and §2.6, then what we know of the knowing. */
export const depositColumns: readonly Column<ExportedDeposit>[] = [
  ...fieldColumns(depositFields, {
    currencies: {
      depositAmount: deposit,
      depositDistributedUserServiceFee: deposit,
      onChainFee: deposit,
      displayAmount: display,
      displayPayableAmount: display,
      displayServiceFee: display,
      displayDistributedUserServiceFee: display,
      settlementPayableAmount: settlement,
      settlementServiceFee: settlement,
      settlementDistributedUserServiceFee: settlement,
      uniformPayableAmount: uniform,
      uniformServiceFee: uniform,
      uniformDistributedUserServiceFee: uniform,
      displayRateDepegLossAmount: display,
      settlementRateDepegLossAmount: settlement,
      uniformRateDepegLossAmount: uniform,
      callbackDepositAmount: deposit,
      callbackDisplayAmount: display,
      callbackSettlementAmount: settlement,
      callbackDisplayDepegLoss: callbackDepeg,
    },
  }),
  ...refundColumns,
  ...reference,
  { name: 'confirmed_by_record', cell: (row) => String(row.recordSeen) },
  { name: 'first_observed_at', cell: (row, time) => time(row.firstObservedAt) },
  { name: 'changed_at', cell: (row, time) => time(row.changedAt) },
];

/** The refunds' list exports the refund and the ids of what it belongs to. */
export const refundExportColumns: readonly Column<ExportedDeposit>[] = [
  { name: 'deposit_id', cell: (row) => row.depositId },
  { name: 'payment_id', cell: (row) => row.paymentId },
  ...reference,
  ...refundColumns,
  { name: 'changed_at', cell: (row, time) => time(row.changedAt) },
];

/** Null is "not assessed" and stays empty; an empty list is written as one. */
const entities = (list: readonly RiskEntity[] | null | undefined): string =>
  list === null || list === undefined ? '' : JSON.stringify(list);

/** The assessment is told whole, so its parts have one source. */
const ofAssessment = (name: string, cell: (assessment: DepositRisk['assessment'] | undefined) => string) =>
  sourced<ExportedDeposit>(
    { name, cell: (row) => cell(row.risk?.assessment) },
    (row) => row.risk,
    'assessment',
  );

/** §2.5, for those who may see it. */
export const depositRiskColumns: readonly Column<ExportedDeposit>[] = [
  ...sourced<ExportedDeposit>(
    { name: 'risk_score', cell: (row) => guarded(row.risk?.riskScore ?? '') },
    (row) => row.risk,
    'riskScore',
  ),
  ...ofAssessment('address_owner_name', (told) => guarded(told?.addressOwner?.name ?? '')),
  ...ofAssessment('address_owner_category', (told) => guarded(told?.addressOwner?.category ?? '')),
  ...ofAssessment('source_risk_entities', (told) => entities(told?.sourceRiskEntities)),
  ...ofAssessment('destination_risk_entities', (told) => entities(told?.destinationRiskEntities)),
];
