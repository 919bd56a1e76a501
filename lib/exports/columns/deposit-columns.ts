import 'server-only';
import type { DepositRisk, RiskEntity } from '#lib/deposits/schema.ts';
import { depositFields, refundFields } from '#lib/deposits/schema.ts';
import type { Column, CurrencyOf } from '../column.ts';
import { escapeFormula, fieldColumns, momentColumn, sourceIn, withSource } from '../column.ts';
import type { RowWithRisk, StoredRow } from '../stored-row.ts';
import { annotationColumns } from './annotation-columns.ts';

const display: CurrencyOf = { field: 'displayCurrency' };
const deposit: CurrencyOf = { field: 'depositCurrency' };
const settlement: CurrencyOf = { field: 'settlementCurrency' };
const uniform: CurrencyOf = { field: 'uniformCurrency' };
const callbackDepeg: CurrencyOf = { field: 'callbackDepegCurrency' };
const refunded: CurrencyOf = { field: 'refundDepositCurrency' };
const refundedDisplay: CurrencyOf = { field: 'refundDisplayCurrency' };

/** Its payment's, and where the payment has it from. */
const reference: readonly Column<StoredRow>[] = [
  { name: 'client_payment_id', cell: (row) => escapeFormula(row.text('clientPaymentId') ?? '') },
  { name: 'client_payment_id_source', cell: (row) => row.text('clientPaymentIdSource') ?? '' },
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
export const depositColumns: readonly Column<StoredRow>[] = [
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
  // By the service's own: whose deposit it is comes from the observation that counts most.
  {
    name: 'confirmed_by_record',
    cell: (row) => (row.source('paymentId') === 'import' ? 'false' : (row.text('recordSeen') ?? '')),
  },
  momentColumn('firstObservedAt'),
  momentColumn('changedAt'),
  ...annotationColumns,
];

/** The refunds' list exports the refund and the ids of what it belongs to. */
export const refundExportColumns: readonly Column<StoredRow>[] = [
  { name: 'deposit_id', cell: (row) => row.text('depositId') ?? '' },
  { name: 'payment_id', cell: (row) => row.text('paymentId') ?? '' },
  ...reference,
  ...refundColumns,
  momentColumn('changedAt'),
];

/** A deposit with its risk detail, for those who may see it only. */
export type AssessedDeposit = RowWithRisk<DepositRisk>;

/** Null is "not assessed" and stays empty; an empty list is written as one. */
const entities = (list: readonly RiskEntity[] | null | undefined): string =>
  list === null || list === undefined ? '' : JSON.stringify(list);

/** The assessment is told whole, so its parts have one source. */
const ofAssessment = (name: string, cell: (assessment: DepositRisk['assessment'] | undefined) => string) =>
  withSource<AssessedDeposit>({ name, cell: (row) => cell(row.risk?.assessment) }, (row) =>
    sourceIn(row.risk?.provenance, 'assessment'),
  );

/** §2.5, for those who may see it. */
export const depositRiskColumns: readonly Column<AssessedDeposit>[] = [
  ...withSource<AssessedDeposit>(
    { name: 'risk_score', cell: (row) => escapeFormula(row.risk?.riskScore ?? '') },
    (row) => sourceIn(row.risk?.provenance, 'riskScore'),
  ),
  ...ofAssessment('address_owner_name', (told) => escapeFormula(told?.addressOwner?.name ?? '')),
  ...ofAssessment('address_owner_category', (told) => escapeFormula(told?.addressOwner?.category ?? '')),
  ...ofAssessment('source_risk_entities', (told) => entities(told?.sourceRiskEntities)),
  ...ofAssessment('destination_risk_entities', (told) => entities(told?.destinationRiskEntities)),
];
