import { addressKey, splitTag } from '#lib/values/addresses.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Json } from '#lib/values/json.ts';
import { parseJson } from '#lib/values/lossless-json.ts';
import type { DepositAggregate } from './deposit-aggregate.ts';
import { countDeposits } from './deposit-aggregate.ts';
import type { DerivedState } from './derived-state.ts';
import type { FieldKind, FieldTable } from './fields.ts';
import {
  depositFields,
  depositRiskFields,
  paymentFields,
  withdrawalFields,
  withdrawalRiskFields,
} from './fields.ts';
import type { DepositState, PaymentState, WithdrawalState } from './record-state.ts';
import type { Registers, Value, Values } from './registers.ts';
import { toProvenance } from './registers.ts';

/** The fold's state as a row in JSON, which PostgreSQL turns into columns; amounts are strings of digits in it. */
export type Row = Readonly<Record<string, unknown>>;

/** A field of a table, with the column that it stands in. */
export type Column = { readonly field: string; readonly kind: FieldKind; readonly column: string };

/** `expectedDisplayAmount` → `expected_display_amount`. */
const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const known = new WeakMap<FieldTable, readonly Column[]>();

/** The columns of a table of fields, made once: every row needs them. */
export function columnsIn(table: FieldTable): readonly Column[] {
  const columns =
    known.get(table) ??
    Object.entries(table).map(([field, kind]) => ({ field, kind, column: columnOf(field) }));
  known.set(table, columns);
  return columns;
}

const time = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : new Date(milliseconds).toISOString();

function columnsOf(table: FieldTable, values: Values): Row {
  const row: Record<string, Json | number> = {};
  for (const { field, kind, column } of columnsIn(table)) row[column] = columnValue(kind, values[field]);
  return row;
}

function columnValue(kind: FieldKind, value: Value | undefined): Json | number {
  if (value === undefined) return null;
  if (kind === 'seconds') return typeof value === 'number' ? time(value * 1_000) : null;
  return kind === 'json' ? parseJson(String(value)).value : value;
}

const folded = ({ stamps, conflicts }: Registers): Row => ({ provenance: toProvenance(stamps), conflicts });

const keyOf = (address: Value | undefined): string | null =>
  typeof address === 'string' ? addressKey(address) : null;

/** When something last became another, and the state of reading; not part of the fold. */
export type PaymentOperation = {
  readonly changedAt: number;
  readonly nextReadAt: number | null;
  readonly lastReadAt: number | null;
  readonly readFailures: number;
  readonly lastReadError: string | null;
};

/** A payment with more deposits than this keeps their tally, and the others need not be read for one more. */
const few = 50;

const tallyToKeep = (tally: DepositAggregate): DepositAggregate | null =>
  countDeposits(tally) > few ? tally : null;

export function paymentRow(
  businessId: BusinessId,
  { paymentId, registers, recordSeen, firstObservedAt }: PaymentState,
  {
    derived,
    operation,
    tally,
  }: { derived: DerivedState; operation: PaymentOperation; tally: DepositAggregate },
): Row {
  const { values } = registers;
  const asked = values['paymentInitiatedAt'] ?? values['paymentRequestedAt'];
  return {
    business_id: businessId,
    payment_id: paymentId,
    ...columnsOf(paymentFields, values),
    wallet_address_key: keyOf(values['walletAddress']),
    ...folded(registers),
    record_seen: recordSeen,
    deposit_count: derived.depositCount,
    confirmed_deposit_count: derived.confirmedDepositCount,
    coverage: derived.coverage,
    late: derived.late,
    currency_mismatch: derived.currencyMismatch,
    refund_statuses: derived.refundStatuses,
    deposit_statuses: derived.depositStatuses,
    deposit_tally: tallyToKeep(tally),
    sort_at: time(typeof asked === 'number' ? asked * 1_000 : firstObservedAt),
    first_observed_at: time(firstObservedAt),
    changed_at: time(operation.changedAt),
    next_read_at: time(operation.nextReadAt),
    last_read_at: time(operation.lastReadAt),
    read_failures: operation.readFailures,
    last_read_error: operation.lastReadError,
  };
}

export function depositRow(
  businessId: BusinessId,
  deposit: DepositState,
  { changedAt, versions }: { changedAt: number; versions: number },
): Row {
  const { values } = deposit.registers;
  const received = values['depositReceivedAt'];
  return {
    business_id: businessId,
    deposit_id: deposit.depositId,
    ...columnsOf(depositFields, values),
    from_address_key: keyOf(values['fromAddress']),
    to_address_key: keyOf(values['toAddress']),
    refund_first_seen_at: time(deposit.refundFirstSeenAt),
    ...folded(deposit.registers),
    record_seen: deposit.recordSeen,
    versions,
    sort_at: time(typeof received === 'number' ? received * 1_000 : deposit.firstObservedAt),
    first_observed_at: time(deposit.firstObservedAt),
    changed_at: time(changedAt),
  };
}

/** Null where no assessment was ever told: then there is no row. */
export function depositRiskRow(
  businessId: BusinessId,
  { depositId, risk }: DepositState,
  riskChangedAt: number | null,
): Row | null {
  if (Object.keys(risk.values).length === 0) return null;
  return {
    business_id: businessId,
    deposit_id: depositId,
    ...columnsOf(depositRiskFields, risk.values),
    provenance: toProvenance(risk.stamps),
    changed_at: time(riskChangedAt),
  };
}

export function withdrawalRow(
  businessId: BusinessId,
  withdrawal: WithdrawalState,
  { changedAt, versions }: { changedAt: number; versions: number },
): Row {
  const { values } = withdrawal.registers;
  const to = values['toTxAddress'];
  const split = typeof to === 'string' ? splitTag(to) : null;
  return {
    business_id: businessId,
    withdrawal_id: withdrawal.withdrawalId,
    ...columnsOf(withdrawalFields, values),
    to_address: split?.address ?? null,
    to_tag: split?.tag ?? null,
    to_address_key: split === null ? null : addressKey(split.address),
    ...folded(withdrawal.registers),
    versions,
    first_received_at: time(withdrawal.firstReceivedAt),
    changed_at: time(changedAt),
  };
}

export const withdrawalRiskRow = (
  businessId: BusinessId,
  { withdrawalId, risk }: WithdrawalState,
  riskChangedAt: number | null,
): Row => ({
  business_id: businessId,
  withdrawal_id: withdrawalId,
  ...columnsOf(withdrawalRiskFields, risk.values),
  provenance: toProvenance(risk.stamps),
  changed_at: time(riskChangedAt),
});
