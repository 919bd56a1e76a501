import 'server-only';
import { depositFields, refundFields } from '#lib/records/model/deposit.ts';
import type { FieldTable } from '#lib/records/model/field.ts';
import { listServiceFields } from '#lib/records/model/field.ts';
import { paymentFields } from '#lib/records/model/payment.ts';
import { withdrawalFields } from '#lib/records/model/withdrawal.ts';
import { toSnakeCase } from '#lib/values/record-fields.ts';
import type { Column } from '../column.ts';
import { roundToExactNumber } from '../kept-digits.ts';

/** Ends the name of a column that repeats an amount as a number. */
export const roundedSuffix = '_rounded';

/** The file columns of each list column. */
type ColumnChoice = {
  /** Columns that identify the row. They are always in the file. */
  readonly always: readonly string[];
  /** File columns by list column. Empty if the list column repeats an `always` column. One field needs no entry. */
  readonly of: Readonly<Record<string, readonly string[]>>;
  /** The columns of a workbook, where the list shows fewer values than `of` has. */
  readonly inWorkbook?: Readonly<Record<string, readonly string[]>>;
};

const money = (...names: readonly string[]) => names.flatMap((name) => [name, `${name}_currency`]);

/** The file columns of a list column that shows one field and has its name. */
const listFieldColumns = (fields: FieldTable): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    Object.entries(listServiceFields(fields)).map(([field, { currency }]) => [
      field,
      currency === undefined ? [toSnakeCase(field)] : money(toSnakeCase(field)),
    ]),
  );

export const columnsByList = {
  payments: {
    always: ['payment_id', 'client_payment_id'],
    of: {
      ...listFieldColumns(paymentFields),
      status: ['status', 'inferred_coverage', 'inferred_late', 'inferred_currency_mismatch'],
      expected: money('expected_display_amount', 'expected_deposit_amount'),
      actual: money('actual_display_amount', 'actual_deposit_amount'),
      difference: money('difference'),
      serviceFee: [...money('service_fee'), 'service_fee_reported'],
      netCredited: [...money('net_credited'), 'net_credited_reported'],
      coin: ['deposit_currency', 'expected_network'],
      deposits: ['deposit_count', 'deposit_statuses', 'refund_statuses'],
      exception: [
        'exception_state',
        'exception_owner',
        'exception_note',
        'exception_resolved_by',
        'exception_resolved_at',
        'exception_resolution_reason',
        'exception_changed_at',
      ],
      type: ['type', 'rate_type'],
      expires: ['expiration_time', 'expiration_minutes'],
      paymentId: [],
      requested: ['payment_requested_at'],
      changed: ['changed_at'],
      initiated: ['payment_initiated_at', 'first_observed_at'],
      labels: ['labels'],
      notes: ['notes', 'latest_note'],
    },
    inWorkbook: {
      status: ['status'],
      deposits: ['deposit_count'],
      exception: ['exception_state'],
      type: ['type'],
      expires: ['expiration_time'],
      initiated: ['payment_initiated_at'],
      notes: ['latest_note'],
    },
  },
  deposits: {
    always: ['deposit_id'],
    of: {
      ...listFieldColumns(depositFields),
      status: ['status', 'confirmed_by_record'],
      payment: ['payment_id', 'client_payment_id'],
      depositAmount: money('deposit_amount', 'callback_deposit_amount'),
      displayAmount: money('display_amount', 'callback_display_amount'),
      serviceFee: money('settlement_service_fee'),
      refund: ['refund_status'],
      changed: ['changed_at'],
      received: ['deposit_received_at', 'first_observed_at'],
      labels: ['labels'],
      notes: ['notes', 'latest_note'],
    },
    inWorkbook: { status: ['status'], received: ['deposit_received_at'], notes: ['latest_note'] },
  },
  refunds: {
    always: ['deposit_id'],
    of: {
      ...listFieldColumns(refundFields),
      status: ['refund_status'],
      reason: ['refund_reason'],
      type: ['refund_type'],
      payment: ['payment_id', 'client_payment_id'],
      amount: money('refund_amount'),
      fee: money('refund_fee'),
      displayAmount: money('refund_display_amount'),
      displayFee: money('refund_display_fee'),
      network: ['refund_deposit_currency', 'refund_network'],
      transactionId: ['refund_transaction_id'],
      confirmedAt: ['refund_confirmed_at'],
      firstSeen: ['refund_first_seen_at'],
    },
  },
  exceptions: {
    always: ['kind', 'subject_id', 'client_payment_id'],
    of: {
      what: ['inferred_states'],
      expected: money('expected_amount'),
      actual: money('actual_amount'),
      difference: money('difference'),
      owner: ['owner'],
      note: ['note', 'resolved_at', 'resolved_by', 'resolution_reason'],
      // The file has the time instead.
      age: ['initiated_at'],
      // A button in the list.
      work: [],
      at: ['initiated_at'],
    },
  },
  callbacks: {
    always: ['message_id', 'sha256'],
    of: {
      kind: ['kind'],
      verdict: ['verdict'],
      about: ['deposit_or_withdrawal_id', 'client_withdrawal_id'],
      reason: ['reason_path', 'reason', 'reasons'],
      deliveries: ['deliveries'],
      payment: ['payment_id', 'client_payment_id'],
      lastReceived: ['last_received_at'],
      firstReceived: ['first_received_at'],
    },
  },
  withdrawals: {
    always: ['withdrawal_id', 'client_withdrawal_id'],
    of: {
      ...listFieldColumns(withdrawalFields),
      coin: ['withdraw_currency'],
      expected: money('expected_display_amount'),
      actual: money('actual_display_amount'),
      estimated: money('estimated_withdraw_amount'),
      withdrawn: money('actual_withdraw_amount'),
      fee: money('withdraw_fee'),
      deducted: money('deducted_settlement_amount'),
      address: ['to_address', 'to_tag'],
      changed: ['changed_at'],
      received: ['first_received_at'],
      labels: ['labels'],
      notes: ['notes', 'latest_note'],
      withdrawalId: [],
    },
    inWorkbook: { notes: ['latest_note'] },
  },
  reviews: {
    always: ['case_number', 'case_id', 'subject_kind', 'subject_id', 'reference', 'joined_cases'],
    of: {
      why: ['reasons', 'reasons_ended'],
      state: ['state', 'decision', 'disagreement'],
      serviceStatus: ['service_status'],
      risk: ['risk_category'],
      score: ['risk_score'],
      age: ['opened_at'],
      assignee: ['assignee'],
      amount: money('amount'),
      eur: ['eur'],
      openedAt: ['opened_at'],
      snoozedUntil: ['put_aside_until'],
      decidedAt: ['decided_at'],
      dueAt: ['due_at', 'overdue'],
    },
  },
  'case-reports': {
    always: ['case_number', 'case_id', 'amendment', 'amends_reference', 'subject_kind', 'subject_id'],
    of: {
      state: ['state', 'amendments'],
      authority: ['reference'],
      record: ['record_reference'],
      author: ['author'],
      filedOn: ['filed_on'],
      recordedAt: ['recorded_at'],
    },
  },
  audit: {
    always: ['chain', 'sequence', 'action'],
    of: {
      who: ['actor_kind', 'actor_id', 'actor_name'],
      object: ['object_type', 'object_id'],
      tells: ['before', 'after'],
      request: ['request_id'],
      chain: [],
      at: ['at'],
    },
  },
} as const satisfies Record<string, ColumnChoice>;

/**
 * Returns the file's columns for the selected list columns, in their order, each with its source. Returns all columns
 * if none is selected. `selection` is the URL value, such as `status,expected`.
 */
export function selectColumns<Row>(
  { always, of }: ColumnChoice,
  all: readonly Column<Row>[],
  selection: string | null,
): readonly Column<Row>[] {
  const chosen = listChosen(of, selection);
  if (chosen.length === 0) return all;
  const names = [...always, ...chosen.flatMap((id) => of[id] ?? [])];
  const selectedNames = new Set(names.flatMap((name) => [name, `${name}_source`]));
  return [...selectedNames].flatMap((name) => all.find((one) => one.name === name) ?? []);
}

const listChosen = (of: ColumnChoice['of'], selection: string | null): readonly string[] =>
  (selection?.split(',') ?? []).filter((id) => Object.hasOwn(of, id));

/** An amount in a coin can have more digits than a spreadsheet keeps. Prices and EUR amounts don't. */
const mayBeLong = <Row>({ name, kind }: Column<Row>): boolean =>
  kind === 'amount' && !/display|uniform|^eur$/.test(name);

/**
 * Returns the workbook's columns for the selected list columns: the values that the list shows, without their sources.
 * An amount in a coin has a second column with numbers that sum, after its currency.
 */
export function selectWorkbookColumns<Row>(
  { always, of, inWorkbook = {} }: ColumnChoice,
  all: readonly Column<Row>[],
  selection: string,
): readonly Column<Row>[] {
  const chosen = listChosen(of, selection);
  if (chosen.length === 0) return all.filter(({ name }) => !name.endsWith('_source'));
  const names = new Set([...always, ...chosen.flatMap((id) => inWorkbook[id] ?? of[id] ?? [])]);
  const find = (name: string) => all.find((one) => one.name === name) ?? [];
  return [...names].flatMap((name) => {
    const column = find(name);
    const amount = name.endsWith('_currency') ? find(name.slice(0, -'_currency'.length)) : [];
    const rounded = [amount].flat().filter(mayBeLong).map(toRoundedColumn);
    return [column, ...rounded].flat();
  });
}

/** Repeats an amount as a number, rounded where a spreadsheet does not keep all of its digits. */
const toRoundedColumn = <Row>({ name, cell }: Column<Row>): Column<Row> => ({
  name: `${name}${roundedSuffix}`,
  kind: 'amount',
  cell: (row, time) => roundToExactNumber(cell(row, time)),
});
