import { normalizeAddress, splitTag } from '#lib/values/addresses.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Json } from '#lib/values/json.ts';
import { parseJson } from '#lib/values/lossless-json.ts';
import { toSnakeCase } from '#lib/values/record-fields.ts';
import type { DepositAggregate } from './deposit-aggregate.ts';
import { countDeposits } from './deposit-aggregate.ts';
import type { DerivedState } from './derived-state.ts';
import type { RegisterTable } from './fields.ts';
import {
  depositRegisters,
  depositRiskRegisters,
  paymentRegisters,
  withdrawalRegisters,
  withdrawalRiskRegisters,
} from './fields.ts';
import type { DepositState, PaymentState, WithdrawalState } from './record-state.ts';
import type { FieldValue, FieldValues, ProvenanceEntry, Registers } from './registers.ts';
import { toProvenance } from './registers.ts';

/** A row as JSON, which PostgreSQL turns into columns. Amounts are strings of digits. */
export type Row = Readonly<Record<string, unknown>> & { readonly provenance?: readonly ProvenanceEntry[] };

/** A field of a record and its column. */
export type Column = RegisterTable[string] & { readonly field: string; readonly column: string };

const columnsByTable = new WeakMap<RegisterTable, readonly Column[]>();

/** Returns the columns of a record’s fields. They are cached, because every row needs them. */
export function listColumns(table: RegisterTable): readonly Column[] {
  const columns =
    columnsByTable.get(table) ??
    Object.entries(table).map(([field, { kind }]) => ({ field, kind, column: toSnakeCase(field) }));
  columnsByTable.set(table, columns);
  return columns;
}

const time = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : new Date(milliseconds).toISOString();

function toColumns(table: RegisterTable, values: FieldValues): Row {
  const row: Record<string, Json | number> = {};
  for (const { field, kind, column } of listColumns(table)) row[column] = columnValue(kind, values[field]);
  return row;
}

function columnValue(kind: Column['kind'], value: FieldValue | undefined): Json | number {
  if (value === undefined) return null;
  if (kind === 'seconds') return typeof value === 'number' ? time(value * 1_000) : null;
  return kind === 'json' ? parseJson(String(value)).value : value;
}

const toProvenanceColumns = ({ stamps, conflicts }: Registers): Row => ({
  provenance: toProvenance(stamps),
  conflicts,
});

const toAddressKey = (address: FieldValue | undefined): string | null =>
  typeof address === 'string' ? normalizeAddress(address) : null;

/** The time of the last change and the state of reading. They aren’t part of the fold. */
export type PaymentOperation = {
  readonly changedAt: number;
  readonly nextReadAt: number | null;
  readonly lastReadAt: number | null;
  readonly readFailures: number;
  readonly lastReadError: string | null;
};

/** A payment with more deposits stores their aggregate, so one more deposit needs no read of the others. */
const maxDepositsWithoutAggregate = 50;

const toStoredAggregate = (aggregate: DepositAggregate): DepositAggregate | null =>
  countDeposits(aggregate) > maxDepositsWithoutAggregate ? aggregate : null;

/** Returns the time of a payment in lists, totals and rules. */
export function readPaymentTime({ registers: { values }, firstObservedAt }: PaymentState): number {
  const requestedAt = values['paymentInitiatedAt'] ?? values['paymentRequestedAt'];
  return typeof requestedAt === 'number' ? requestedAt * 1_000 : firstObservedAt;
}

/** Returns the time of a deposit in lists, totals and rules. */
export function readDepositTime({ registers: { values }, firstObservedAt }: DepositState): number {
  const received = values['depositReceivedAt'];
  return typeof received === 'number' ? received * 1_000 : firstObservedAt;
}

/** Returns the row of a payment. */
export function toPaymentRow(
  businessId: BusinessId,
  state: PaymentState,
  {
    derived,
    operation,
    aggregate,
  }: { derived: DerivedState; operation: PaymentOperation; aggregate: DepositAggregate },
): Row {
  const { paymentId, registers, recordSeen, firstObservedAt } = state;
  const { values } = registers;
  return {
    business_id: businessId,
    payment_id: paymentId,
    ...toColumns(paymentRegisters, values),
    wallet_address_key: toAddressKey(values['walletAddress']),
    ...toProvenanceColumns(registers),
    record_seen: recordSeen,
    deposit_count: derived.depositCount,
    confirmed_deposit_count: derived.confirmedDepositCount,
    coverage: derived.coverage,
    late: derived.late,
    currency_mismatch: derived.currencyMismatch,
    refund_statuses: derived.refundStatuses,
    deposit_statuses: derived.depositStatuses,
    deposit_tally: toStoredAggregate(aggregate),
    sort_at: time(readPaymentTime(state)),
    first_observed_at: time(firstObservedAt),
    changed_at: time(operation.changedAt),
    next_read_at: time(operation.nextReadAt),
    last_read_at: time(operation.lastReadAt),
    read_failures: operation.readFailures,
    last_read_error: operation.lastReadError,
  };
}

/** Returns the row of a deposit. */
export function toDepositRow(
  businessId: BusinessId,
  deposit: DepositState,
  { changedAt, versions }: { changedAt: number; versions: number },
): Row {
  const { values } = deposit.registers;
  return {
    business_id: businessId,
    deposit_id: deposit.depositId,
    ...toColumns(depositRegisters, values),
    from_address_key: toAddressKey(values['fromAddress']),
    to_address_key: toAddressKey(values['toAddress']),
    refund_first_seen_at: time(deposit.refundFirstSeenAt),
    ...toProvenanceColumns(deposit.registers),
    record_seen: deposit.recordSeen,
    versions,
    sort_at: time(readDepositTime(deposit)),
    first_observed_at: time(deposit.firstObservedAt),
    changed_at: time(changedAt),
  };
}

/** Returns the risk row of a deposit, or null before an assessment. */
export function toDepositRiskRow(
  businessId: BusinessId,
  { depositId, risk }: DepositState,
  riskChangedAt: number | null,
): Row | null {
  if (Object.keys(risk.values).length === 0) return null;
  return {
    business_id: businessId,
    deposit_id: depositId,
    ...toColumns(depositRiskRegisters, risk.values),
    provenance: toProvenance(risk.stamps),
    changed_at: time(riskChangedAt),
  };
}

/** Returns the row of a withdrawal. */
export function toWithdrawalRow(
  businessId: BusinessId,
  withdrawal: WithdrawalState,
  { changedAt, versions }: { changedAt: number; versions: number },
): Row {
  const { values } = withdrawal.registers;
  const address = values['toTxAddress'];
  const split = typeof address === 'string' ? splitTag(address) : null;
  return {
    business_id: businessId,
    withdrawal_id: withdrawal.withdrawalId,
    ...toColumns(withdrawalRegisters, values),
    to_address: split?.address ?? null,
    to_tag: split?.tag ?? null,
    to_address_key: split === null ? null : normalizeAddress(split.address),
    ...toProvenanceColumns(withdrawal.registers),
    versions,
    first_received_at: time(withdrawal.firstReceivedAt),
    changed_at: time(changedAt),
  };
}

/** Returns the risk row of a withdrawal. */
export const toWithdrawalRiskRow = (
  businessId: BusinessId,
  { withdrawalId, risk }: WithdrawalState,
  riskChangedAt: number | null,
): Row => ({
  business_id: businessId,
  withdrawal_id: withdrawalId,
  ...toColumns(withdrawalRiskRegisters, risk.values),
  provenance: toProvenance(risk.stamps),
  changed_at: time(riskChangedAt),
});
