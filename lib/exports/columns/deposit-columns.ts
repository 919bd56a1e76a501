import 'server-only';
import type { DepositRisk, RiskEntity } from '#lib/deposits/schema.ts';
import { depositFields, refundFields } from '#lib/records/model/deposit.ts';
import { listServiceFields } from '#lib/records/model/field.ts';
import type { Column } from '../column.ts';
import { fieldColumns, findSource, momentColumn, outsideColumn, withSource } from '../column.ts';
import type { RowWithRisk, StoredRow } from '../stored-row.ts';
import { annotationColumns } from './annotation-columns.ts';

/** The reference of the deposit's payment and its source. */
const reference: readonly Column<StoredRow>[] = [
  outsideColumn('client_payment_id', (row) => row.text('clientPaymentId') ?? ''),
  { name: 'client_payment_id_source', cell: (row) => row.text('clientPaymentIdSource') ?? '' },
];

const refundColumns = fieldColumns(refundFields);

/** §2.4 and §2.6, then our own fields. */
export const depositColumns: readonly Column<StoredRow>[] = [
  ...fieldColumns(listServiceFields(depositFields), { callbackDisplayDepegLoss: 'callbackDepegCurrency' }),
  ...refundColumns,
  ...reference,
  // By the record of the service: an imported deposit is not confirmed by one.
  {
    name: 'confirmed_by_record',
    cell: (row) => (row.source('paymentId') === 'import' ? 'false' : (row.text('recordSeen') ?? '')),
  },
  momentColumn('firstObservedAt'),
  momentColumn('changedAt'),
  ...annotationColumns,
];

/** Columns of the refund list: the refund and the ids it belongs to. */
export const refundExportColumns: readonly Column<StoredRow>[] = [
  { name: 'deposit_id', cell: (row) => row.text('depositId') ?? '' },
  { name: 'payment_id', cell: (row) => row.text('paymentId') ?? '' },
  ...reference,
  ...refundColumns,
  momentColumn('changedAt'),
];

/** A deposit with risk detail. Only for roles that may read it. */
export type AssessedDeposit = RowWithRisk<DepositRisk>;

/** Formats entities. Null ("not assessed") stays empty, and an empty list is written as one. */
const formatEntities = (list: readonly RiskEntity[] | null | undefined): string =>
  list === null || list === undefined ? '' : JSON.stringify(list);

/** An assessment is reported as a whole, so its parts share one source. */
const assessmentColumns = (
  name: string,
  cell: (assessment: DepositRisk['assessment'] | undefined) => string,
) =>
  withSource<AssessedDeposit>(
    outsideColumn(name, (row) => cell(row.risk?.assessment)),
    (row) => findSource(row.risk?.provenance, 'assessment'),
  );

/** §2.5. Only for roles that may read risk detail. */
export const depositRiskColumns: readonly Column<AssessedDeposit>[] = [
  ...withSource<AssessedDeposit>(
    outsideColumn('risk_score', (row) => row.risk?.riskScore ?? ''),
    (row) => findSource(row.risk?.provenance, 'riskScore'),
  ),
  ...assessmentColumns('address_owner_name', (assessment) => assessment?.addressOwner?.name ?? ''),
  ...assessmentColumns('address_owner_category', (assessment) => assessment?.addressOwner?.category ?? ''),
  ...assessmentColumns('source_risk_entities', (assessment) =>
    formatEntities(assessment?.sourceRiskEntities),
  ),
  ...assessmentColumns('destination_risk_entities', (assessment) =>
    formatEntities(assessment?.destinationRiskEntities),
  ),
];
