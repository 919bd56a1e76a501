import type { DepositRow } from '#lib/deposits/schema.ts';
import type { Amount } from '#lib/values/amount.ts';

/** An amount of a deposit, and whether only a callback told it. */
export type ReportedAmountValue = { readonly amount: Amount | null; readonly byCallback: boolean };

/** The record's figure; where there is none, the callback's, which may be of the whole payment. */
const told = (record: Amount | null, callback: Amount | null): ReportedAmountValue =>
  record === null && callback !== null
    ? { amount: callback, byCallback: true }
    : { amount: record, byCallback: false };

type Figures = Pick<
  DepositRow,
  'depositAmount' | 'callbackDepositAmount' | 'displayAmount' | 'callbackDisplayAmount'
>;

export const readDepositedAmount = (row: Figures): ReportedAmountValue =>
  told(row.depositAmount, row.callbackDepositAmount);
export const readDisplayedAmount = (row: Figures): ReportedAmountValue =>
  told(row.displayAmount, row.callbackDisplayAmount);
