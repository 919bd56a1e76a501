import { parseSignedAmount, toPlainDigits, trimAmount } from '#lib/values/amount.ts';
import type { DepositId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Json, JsonObject } from '#lib/values/json.ts';
import { isJsonObject, JsonNumber } from '#lib/values/json.ts';
import { parseJson } from '#lib/values/lossless-json.ts';
import { writeJson } from '#lib/values/write-json.ts';
import type { DepositAggregate } from './deposit-aggregate.ts';
import { aggregateDeposits } from './deposit-aggregate.ts';
import type { DerivedState } from './derived-state.ts';
import { coverageStates } from './derived-state.ts';
import type { RegisterTable } from './fields.ts';
import {
  aggregatedFields,
  depositRegisters,
  depositRiskRegisters,
  paymentRegisters,
  withdrawalRegisters,
  withdrawalRiskRegisters,
} from './fields.ts';
import type { DepositState, PaymentState, WithdrawalState } from './record-state.ts';
import type { FieldValue, FieldValues, Registers } from './registers.ts';
import { emptyRegisters } from './registers.ts';
import { readAggregate, readConflicts, readStamps } from './row-parts.ts';
import type { Column, PaymentOperation } from './row-write.ts';
import { listColumns } from './row-write.ts';

/** A row as PostgreSQL writes it (`to_jsonb(row)::text`). */
export type RowReader = { readonly text: (column: string) => string | null; readonly json: JsonObject };

/** Parses a row that PostgreSQL wrote as JSON. */
export function readRow(text: string): RowReader {
  const { value } = parseJson(text);
  if (!isJsonObject(value)) throw new TypeError('a row is not an object');
  return toReadRow(value);
}

function toReadRow(json: JsonObject): RowReader {
  const read = (column: string): string | null => {
    const value = json[column];
    if (value instanceof JsonNumber) return value.text;
    return typeof value === 'string' ? value : null;
  };
  return { json, text: read };
}

function readValues(table: RegisterTable, row: RowReader): FieldValues {
  const values: Record<string, FieldValue> = {};
  for (const { field, kind, column } of listColumns(table)) {
    const value = readColumn(kind, row.json[column]);
    if (value !== null) values[field] = value;
  }
  return values;
}

function readColumn(kind: Column['kind'], value: Json | undefined): FieldValue | null {
  if (value === undefined || value === null) return null;
  if (kind === 'flag') return value === true;
  // jsonb sorts keys by length, which is the order in which an assessment is written.
  if (kind === 'json') return writeJson(value);
  const text = value instanceof JsonNumber ? value.text : typeof value === 'string' ? value : '';
  if (kind === 'seconds') return Date.parse(text) / 1_000;
  if (kind === 'count') return Number.parseInt(text, 10);
  if (kind !== 'amount' && kind !== 'signed') return text;
  const exact = parseSignedAmount(toPlainDigits(text) ?? '');
  if (exact === null) throw new RangeError(`not an amount in the database: ${text}`);
  return trimAmount(exact);
}

const toRegisters = (table: RegisterTable, row: RowReader): Registers => ({
  values: readValues(table, row),
  stamps: readStamps(row.json['provenance']),
  conflicts: readConflicts(row.json['conflicts']),
});

const moment = (text: string | null): number => Date.parse(text ?? '');
const optionalMoment = (text: string | null): number | null => (text === null ? null : moment(text));
const count = (text: string | null): number => Number.parseInt(text ?? '0', 10);

export type StoredPayment = {
  readonly state: PaymentState;
  readonly operation: PaymentOperation;
  /** The state that was derived when the row was written. */
  readonly derived: DerivedState;
  readonly aggregate: DepositAggregate;
};

/**
 * Returns the aggregate in the row of a payment with many deposits. Null for a payment with few, or a row of an older
 * version.
 */
export const readStoredAggregate = (row: RowReader): DepositAggregate | null =>
  readAggregate(row.json['deposit_tally']);

/** Reads a payment row. `deposits` are all its deposits, needed only if the row stores no aggregate. */
export function toStoredPayment(row: RowReader, deposits: Iterable<FieldValues>): StoredPayment {
  return {
    aggregate: readStoredAggregate(row) ?? aggregateDeposits(deposits),
    state: {
      paymentId: toId<PaymentId>(row.text('payment_id') ?? ''),
      registers: toRegisters(paymentRegisters, row),
      recordSeen: row.json['record_seen'] === true,
      firstObservedAt: moment(row.text('first_observed_at')),
    },
    operation: {
      changedAt: moment(row.text('changed_at')),
      nextReadAt: optionalMoment(row.text('next_read_at')),
      lastReadAt: optionalMoment(row.text('last_read_at')),
      readFailures: count(row.text('read_failures')),
      lastReadError: row.text('last_read_error'),
    },
    derived: {
      depositCount: count(row.text('deposit_count')),
      confirmedDepositCount: count(row.text('confirmed_deposit_count')),
      coverage: coverageStates.find((one) => one === row.text('coverage')) ?? null,
      late: flag(row.json['late']),
      currencyMismatch: flag(row.json['currency_mismatch']),
      refundStatuses: texts(row.json['refund_statuses']),
      depositStatuses: texts(row.json['deposit_statuses']),
    },
  };
}

const flag = (value: Json | undefined): boolean | null => (typeof value === 'boolean' ? value : null);
const texts = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((one: Json) => typeof one === 'string') : [];

export type StoredDeposit = {
  readonly state: DepositState;
  readonly paymentId: PaymentId;
  readonly changedAt: number;
  /** When its risk detail last changed. Null for rows written before changes were timed. */
  readonly riskChangedAt: number | null;
  readonly versions: number;
};

const riskRow = (row: RowReader): RowReader | null => {
  const risk = row.json['risk'];
  return isJsonObject(risk) ? toReadRow(risk) : null;
};

/** Reads a deposit row with its risk row under `risk`. */
export function toStoredDeposit(row: RowReader): StoredDeposit {
  const risk = riskRow(row);
  return {
    state: {
      depositId: toId<DepositId>(row.text('deposit_id') ?? ''),
      registers: toRegisters(depositRegisters, row),
      risk: risk === null ? emptyRegisters : toRegisters(depositRiskRegisters, risk),
      recordSeen: row.json['record_seen'] === true,
      firstObservedAt: moment(row.text('first_observed_at')),
      refundFirstSeenAt: optionalMoment(row.text('refund_first_seen_at')),
    },
    paymentId: toId<PaymentId>(row.text('payment_id') ?? ''),
    changedAt: moment(row.text('changed_at')),
    riskChangedAt: optionalMoment(risk?.text('changed_at') ?? null),
    versions: count(row.text('versions')),
  };
}

export type StoredWithdrawal = {
  readonly state: WithdrawalState;
  readonly changedAt: number;
  readonly riskChangedAt: number | null;
  readonly versions: number;
};

/** Reads a withdrawal row with its risk row under `risk`. */
export function toStoredWithdrawal(row: RowReader): StoredWithdrawal {
  const risk = riskRow(row);
  return {
    state: {
      withdrawalId: toId<WithdrawalId>(row.text('withdrawal_id') ?? ''),
      registers: toRegisters(withdrawalRegisters, row),
      risk: risk === null ? emptyRegisters : toRegisters(withdrawalRiskRegisters, risk),
      firstReceivedAt: moment(row.text('first_received_at')),
    },
    changedAt: moment(row.text('changed_at')),
    riskChangedAt: optionalMoment(risk?.text('changed_at') ?? null),
    versions: count(row.text('versions')),
  };
}

/** The part of a deposit that an aggregate needs. It is faster to read than the whole row. */
export type AggregatedDeposit = {
  readonly depositId: DepositId;
  readonly paymentId: PaymentId;
  readonly values: FieldValues;
};

const aggregatedColumns = listColumns(aggregatedFields).map(({ column }) => column);

/** SQL of the columns of a deposit `d` for {@link toAggregatedDeposit}, as JSON. */
export const aggregatedDepositSql = `jsonb_strip_nulls(jsonb_build_object(${[
  'deposit_id',
  'payment_id',
  ...aggregatedColumns,
]
  .map((column) => `'${column}', d.${column}`)
  .join(', ')}))::text`;

/** Reads the columns of {@link aggregatedDepositSql}. */
export const toAggregatedDeposit = (row: RowReader): AggregatedDeposit => ({
  depositId: toId<DepositId>(row.text('deposit_id') ?? ''),
  paymentId: toId<PaymentId>(row.text('payment_id') ?? ''),
  values: readValues(aggregatedFields, row),
});
