import type { DepositRow } from '#lib/deposits/schema.ts';
import type { Amount } from '#lib/values/amount.ts';

/** An amount of a deposit, marked when only a callback reported it. */
export type ReportedAmountValue = { readonly amount: Amount | null; readonly byCallback: boolean };

/** Returns the record's amount, or else the callback's, which can cover the whole payment. */
const pickAmount = (record: Amount | null, callback: Amount | null): ReportedAmountValue =>
  record === null && callback !== null
    ? { amount: callback, byCallback: true }
    : { amount: record, byCallback: false };

type Figures = Pick<
  DepositRow,
  'depositAmount' | 'callbackDepositAmount' | 'displayAmount' | 'callbackDisplayAmount'
>;

/** Returns the deposited amount of a deposit. */
export const readDepositedAmount = (row: Figures): ReportedAmountValue =>
  pickAmount(row.depositAmount, row.callbackDepositAmount);
/** Returns the amount of a deposit in its display currency. */
export const readDisplayedAmount = (row: Figures): ReportedAmountValue =>
  pickAmount(row.displayAmount, row.callbackDisplayAmount);
