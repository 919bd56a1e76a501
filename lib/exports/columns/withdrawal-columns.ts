import 'server-only';
import type { WithdrawalDetail, WithdrawalRisk } from '#lib/withdrawals/schema.ts';
import { withdrawalFields } from '#lib/withdrawals/schema.ts';
import type { Column, CurrencyOf } from '../column.ts';
import { fieldColumns, guarded } from '../column.ts';

const display: CurrencyOf = { field: 'displayCurrency' };
const withdrawn: CurrencyOf = { field: 'withdrawCurrency' };
const settlement: CurrencyOf = { field: 'settlementCurrency' };

/** A withdrawal, with the owner of its address for those who may see it only. */
export type ExportedWithdrawal = WithdrawalDetail & { readonly risk?: WithdrawalRisk | null };

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

export const withdrawalRiskColumns: readonly Column<ExportedWithdrawal>[] = [
  { name: 'address_owner_name', cell: (row) => guarded(row.risk?.ownerName ?? '') },
  { name: 'address_owner_category', cell: (row) => guarded(row.risk?.ownerCategory ?? '') },
];
