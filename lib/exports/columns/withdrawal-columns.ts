import 'server-only';
import type { SourcedWithdrawalRisk } from '#lib/withdrawals/schema.ts';
import { withdrawalFields } from '#lib/withdrawals/schema.ts';
import type { AmountCurrency, Column } from '../column.ts';
import { escapeFormula, fieldColumns, findSource, withSource } from '../column.ts';
import type { RowWithRisk, StoredRow } from '../stored-row.ts';
import { annotationColumns } from './annotation-columns.ts';

const displayCurrency: AmountCurrency = { field: 'displayCurrency' };
const withdrawCurrency: AmountCurrency = { field: 'withdrawCurrency' };
const settlementCurrency: AmountCurrency = { field: 'settlementCurrency' };

/** §6.2, without risk detail. */
export const withdrawalColumns: readonly Column<StoredRow>[] = [
  ...fieldColumns(withdrawalFields, {
    currencies: {
      expectedDisplayAmount: displayCurrency,
      actualDisplayAmount: displayCurrency,
      estimatedWithdrawAmount: withdrawCurrency,
      actualWithdrawAmount: withdrawCurrency,
      deductedSettlementAmount: settlementCurrency,
      withdrawFee: withdrawCurrency,
      displayFee: displayCurrency,
      displayRateDepegLossAmount: displayCurrency,
      settlementRateDepegLossAmount: settlementCurrency,
    },
    own: ['versions', 'firstReceivedAt', 'changedAt', 'toAddress', 'toTag'],
  }),
  ...annotationColumns,
];

/** A withdrawal with the owner of its address. Only for roles that may read risk detail. */
export type AssessedWithdrawal = RowWithRisk<SourcedWithdrawalRisk>;

const ownerColumns = (name: string, field: 'ownerName' | 'ownerCategory') =>
  withSource<AssessedWithdrawal>({ name, cell: (row) => escapeFormula(row.risk?.[field] ?? '') }, (row) =>
    findSource(row.risk?.provenance, field),
  );

export const withdrawalRiskColumns: readonly Column<AssessedWithdrawal>[] = [
  ...ownerColumns('address_owner_name', 'ownerName'),
  ...ownerColumns('address_owner_category', 'ownerCategory'),
];
