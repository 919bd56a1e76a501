import 'server-only';
import type { ToldWithdrawalRisk, WithdrawalDetail } from '#lib/withdrawals/schema.ts';
import { withdrawalFields } from '#lib/withdrawals/schema.ts';
import type { Column, CurrencyOf } from '../column.ts';
import { fieldColumns, guarded, sourced } from '../column.ts';

const display: CurrencyOf = { field: 'displayCurrency' };
const withdrawn: CurrencyOf = { field: 'withdrawCurrency' };
const settlement: CurrencyOf = { field: 'settlementCurrency' };

/** A withdrawal, with the owner of its address for those who may see it only. */
export type ExportedWithdrawal = WithdrawalDetail & { readonly risk?: ToldWithdrawalRisk | null };

/** §6.2. */
export const withdrawalColumns: readonly Column<ExportedWithdrawal>[] = fieldColumns(withdrawalFields, {
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
});

const ofOwner = (name: string, field: 'ownerName' | 'ownerCategory') =>
  sourced<ExportedWithdrawal>(
    { name, cell: (row) => guarded(row.risk?.[field] ?? '') },
    (row) => row.risk,
    field,
  );

export const withdrawalRiskColumns: readonly Column<ExportedWithdrawal>[] = [
  ...ofOwner('address_owner_name', 'ownerName'),
  ...ofOwner('address_owner_category', 'ownerCategory'),
];
