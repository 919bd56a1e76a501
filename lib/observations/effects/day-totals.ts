import 'server-only';
import type { RecordChange } from '../model/record-change.ts';
import type { FieldValues } from '../model/registers.ts';
import type { StoredDeposit, StoredPayment, StoredWithdrawal } from '../model/row-read.ts';
import { readDepositTime, readPaymentTime } from '../model/row-write.ts';

/** The part of a record in the totals of a day (lib/rollups): its time, and the values that they count or sum. */
type Contribution = { readonly at: number; readonly values: readonly unknown[] };

/** Fields of a confirmed deposit in totals. */
const depositFields = [
  'depositCurrency',
  'depositAmount',
  'callbackDepositAmount',
  'settlementCurrency',
  'settlementPayableAmount',
  'settlementServiceFee',
  'settlementDistributedUserServiceFee',
  'settlementRateDepegLossAmount',
  'callbackSettlementAmount',
  'uniformPayableAmount',
];

/** Fields of a completed withdrawal in totals. */
const withdrawalFields = ['settlementCurrency', 'deductedSettlementAmount', 'settlementRateDepegLossAmount'];

const select = (values: FieldValues, fields: readonly string[]) =>
  fields.map((field) => values[field] ?? null);

function readPaymentPart({ state }: StoredPayment): Contribution | null {
  const { values } = state.registers;
  if (values['paymentInitiatedAt'] === undefined) return null;
  return { at: readPaymentTime(state), values: select(values, ['status']) };
}

function readDepositPart({ state }: StoredDeposit): Contribution | null {
  const { values } = state.registers;
  if (values['status'] !== 'CONFIRMED' || values['depositReceivedAt'] === undefined) return null;
  return { at: readDepositTime(state), values: select(values, depositFields) };
}

function readWithdrawalPart({ state }: StoredWithdrawal): Contribution | null {
  const { values } = state.registers;
  if (values['status'] !== 'COMPLETED') return null;
  return { at: state.firstReceivedAt, values: select(values, withdrawalFields) };
}

/** Returns the contributions to totals before and after a change. */
function readParts(change: RecordChange): readonly [Contribution | null, Contribution | null] {
  const { kind, before, after } = change;
  switch (kind) {
    case 'payment':
      return [before && readPaymentPart(before), after && readPaymentPart(after)];
    case 'deposit':
      return [before && readDepositPart(before), after && readDepositPart(after)];
    case 'withdrawal':
      return [before && readWithdrawalPart(before), after && readWithdrawalPart(after)];
  }
}

/** Returns the times on whose days a change changes totals: at most the one before it and the one after it. */
export function listDirtyTimes(change: RecordChange): readonly number[] {
  const [before, after] = readParts(change);
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  return [...new Set([before, after].flatMap((part) => (part === null ? [] : [part.at])))];
}
