import 'server-only';
import { withdrawalFields } from '#lib/records/model/withdrawal.ts';
import type { SourcedWithdrawalRisk } from '#lib/withdrawals/schema.ts';
import type { Column } from '../column.ts';
import { fieldColumns, findSource, outsideColumn, withSource } from '../column.ts';
import type { RowWithRisk, StoredRow } from '../stored-row.ts';
import { annotationColumns } from './annotation-columns.ts';

/** §6.2, without risk detail. */
export const withdrawalColumns: readonly Column<StoredRow>[] = [
  ...fieldColumns(withdrawalFields),
  ...annotationColumns,
];

/** A withdrawal with the owner of its address. Only for roles that may read risk detail. */
export type AssessedWithdrawal = RowWithRisk<SourcedWithdrawalRisk>;

const ownerColumns = (name: string, field: 'ownerName' | 'ownerCategory') =>
  withSource<AssessedWithdrawal>(
    outsideColumn(name, (row) => row.risk?.[field] ?? ''),
    (row) => findSource(row.risk?.provenance, field),
  );

export const withdrawalRiskColumns: readonly Column<AssessedWithdrawal>[] = [
  ...ownerColumns('address_owner_name', 'ownerName'),
  ...ownerColumns('address_owner_category', 'ownerCategory'),
];
