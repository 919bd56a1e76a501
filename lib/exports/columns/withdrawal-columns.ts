import 'server-only';
import type { SourcedWithdrawalRisk } from '#lib/withdrawals/schema.ts';
import { withdrawalFields } from '#lib/withdrawals/schema.ts';
import type { Column, CurrencyOf } from '../column.ts';
import { escapeFormula, fieldColumns, sourceIn, withSource } from '../column.ts';
import type { RowWithRisk, StoredRow } from '../stored-row.ts';
import { annotationColumns } from './annotation-columns.ts';

const display: CurrencyOf = { field: 'displayCurrency' };
const withdrawn: CurrencyOf = { field: 'withdrawCurrency' };
const settlement: CurrencyOf = { field: 'settlementCurrency' };

/** §6.2. */
export const withdrawalColumns: readonly Column<StoredRow>[] = [
  ...fieldColumns(withdrawalFields, {
    currencies: {
      expectedDisplayAmount: display,
      actualDisplayAmount: display,
      estimatedWithdrawAmount: withdrawn,
      actualWithdrawAmount: withdrawn,
      deductedSettlementAmount: settlement,
      withdrawFee: withdrawn,
      displayFee: display,
      displayRateDepegLossAmount: display,
      settlementRateDepegLossAmount: settlement,
    },
    own: ['versions', 'firstReceivedAt', 'changedAt', 'toAddress', 'toTag'],
  }),
  ...annotationColumns,
];

/** A withdrawal with the owner of its address, for those who may see it only. */
export type AssessedWithdrawal = RowWithRisk<SourcedWithdrawalRisk>;

const ofOwner = (name: string, field: 'ownerName' | 'ownerCategory') =>
  withSource<AssessedWithdrawal>({ name, cell: (row) => escapeFormula(row.risk?.[field] ?? '') }, (row) =>
    sourceIn(row.risk?.provenance, field),
  );

export const withdrawalRiskColumns: readonly Column<AssessedWithdrawal>[] = [
  ...ofOwner('address_owner_name', 'ownerName'),
  ...ofOwner('address_owner_category', 'ownerCategory'),
];
