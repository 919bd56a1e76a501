import { parseSignedAmount, plainDigits, trimAmount } from '#lib/values/amount.ts';
import type { DepositId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Json, JsonObject } from '#lib/values/json.ts';
import { isJsonObject, JsonNumber } from '#lib/values/json.ts';
import { parseJson, writeJson } from '#lib/values/lossless-json.ts';
import type { DepositAggregate } from './deposit-aggregate.ts';
import { aggregateDeposits } from './deposit-aggregate.ts';
import type { DerivedState } from './derived-state.ts';
import { coverages } from './derived-state.ts';
import type { FieldKind, FieldTable } from './fields.ts';
import {
  depositFields,
  depositRiskFields,
  paymentFields,
  talliedFields,
  withdrawalFields,
  withdrawalRiskFields,
} from './fields.ts';
import type { DepositState, PaymentState, WithdrawalState } from './record-state.ts';
import type { Registers, Value, Values } from './registers.ts';
import { noRegisters } from './registers.ts';
import { readConflicts, readStamps, readTally } from './row-parts.ts';
import type { PaymentOperation } from './row-write.ts';
import { columnsIn } from './row-write.ts';

/** A row as PostgreSQL writes it (`to_jsonb(row)::text`). */
export type ReadRow = { readonly text: (column: string) => string | null; readonly json: JsonObject };

export function readRow(text: string): ReadRow {
  const { value } = parseJson(text);
  if (!isJsonObject(value)) throw new TypeError('a row is not an object');
  return rowOf(value);
}

function rowOf(json: JsonObject): ReadRow {
  const read = (column: string): string | null => {
    const value = json[column];
    if (value instanceof JsonNumber) return value.text;
    return typeof value === 'string' ? value : null;
  };
  return { json, text: read };
}

function readValues(table: FieldTable, row: ReadRow): Values {
  const values: Record<string, Value> = {};
  for (const { field, kind, column } of columnsIn(table)) {
    const value = readColumn(kind, row.json[column]);
    if (value !== null) values[field] = value;
  }
  return values;
}

function readColumn(kind: FieldKind, value: Json | undefined): Value | null {
  if (value === undefined || value === null) return null;
  if (kind === 'boolean') return value === true;
  // jsonb orders keys by length, which is the order in which an assessment is written.
  if (kind === 'json') return writeJson(value);
  const text = value instanceof JsonNumber ? value.text : typeof value === 'string' ? value : '';
  if (kind === 'seconds') return Date.parse(text) / 1_000;
  if (kind === 'count') return Number.parseInt(text, 10);
  if (kind === 'text') return text;
  const exact = parseSignedAmount(plainDigits(text) ?? '');
  if (exact === null) throw new RangeError(`not an amount in the database: ${text}`);
  return trimAmount(exact);
}

const registersOf = (table: FieldTable, row: ReadRow): Registers => ({
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
  /** What was made of it when it was written. */
  readonly derived: DerivedState;
  readonly tally: DepositAggregate;
};

/** What the row of a payment with many deposits holds of them. Null: it has few, or is an older version's. */
export const readStoredAggregate = (row: ReadRow): DepositAggregate | null =>
  readTally(row.json['deposit_tally']);

/** `deposits`: all of its own, where its row keeps no tally of them. */
export function toStoredPayment(row: ReadRow, deposits: Iterable<Values>): StoredPayment {
  return {
    tally: readStoredAggregate(row) ?? aggregateDeposits(deposits),
    state: {
      paymentId: toId<PaymentId>(row.text('payment_id') ?? ''),
      registers: registersOf(paymentFields, row),
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
      coverage: coverages.find((one) => one === row.text('coverage')) ?? null,
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
  /** When its risk detail last changed. Null: not since that is stamped apart. */
  readonly riskChangedAt: number | null;
  readonly versions: number;
};

const riskRow = (row: ReadRow): ReadRow | null => {
  const risk = row.json['risk'];
  return isJsonObject(risk) ? rowOf(risk) : null;
};

/** A deposit's row with its risk row under `risk`. */
export function toStoredDeposit(row: ReadRow): StoredDeposit {
  const risk = riskRow(row);
  return {
    state: {
      depositId: toId<DepositId>(row.text('deposit_id') ?? ''),
      registers: registersOf(depositFields, row),
      risk: risk === null ? noRegisters : registersOf(depositRiskFields, risk),
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

export function toStoredWithdrawal(row: ReadRow): StoredWithdrawal {
  const risk = riskRow(row);
  return {
    state: {
      withdrawalId: toId<WithdrawalId>(row.text('withdrawal_id') ?? ''),
      registers: registersOf(withdrawalFields, row),
      risk: risk === null ? noRegisters : registersOf(withdrawalRiskFields, risk),
      firstReceivedAt: moment(row.text('first_received_at')),
    },
    changedAt: moment(row.text('changed_at')),
    riskChangedAt: optionalMoment(risk?.text('changed_at') ?? null),
    versions: count(row.text('versions')),
  };
}

/** Of a deposit what a tally takes of it: of many it is quicker read than their whole rows. */
export type TalliedDeposit = {
  readonly depositId: DepositId;
  readonly paymentId: PaymentId;
  readonly values: Values;
};

const talliedColumns = columnsIn(talliedFields).map(({ column }) => column);

/** The columns of a deposit's row `d` for {@link talliedDeposit}, as JSON. */
export const talliedSql = `jsonb_strip_nulls(jsonb_build_object(${[
  'deposit_id',
  'payment_id',
  ...talliedColumns,
]
  .map((column) => `'${column}', d.${column}`)
  .join(', ')}))::text`;

export const talliedDeposit = (row: ReadRow): TalliedDeposit => ({
  depositId: toId<DepositId>(row.text('deposit_id') ?? ''),
  paymentId: toId<PaymentId>(row.text('payment_id') ?? ''),
  values: readValues(talliedFields, row),
});
