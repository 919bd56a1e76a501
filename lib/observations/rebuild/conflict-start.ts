import 'server-only';
import { normalizeAddress } from '#lib/values/addresses.ts';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant } from '#lib/values/instant.ts';
import { addressFields } from '../model/fields.ts';
import type { PaymentObservation, WithdrawalObservation } from '../model/record-state.ts';
import { observeDeposit, observePayment, observeWithdrawal } from '../model/record-state.ts';
import type { Registers } from '../model/registers.ts';
import {
  toDepositObservations,
  toStoredAnswerObservation,
  toWithdrawalObservations,
} from './rebuild-records.ts';
import { listPaymentObservations, listWithdrawalCallbacks, queryPool } from './verify-queries.ts';

type ConflictingValues = readonly {
  readonly field: string;
  readonly values: readonly { readonly value: string }[];
}[];

/** A record with conflicting values. */
export type ConflictingRecord = {
  readonly kind: 'payment' | 'deposit' | 'withdrawal';
  readonly id: string;
  /** The payments whose contents report it. */
  readonly paymentIds: readonly PaymentId[];
  readonly conflicts: ConflictingValues;
  /** When a person last acknowledged a conflict of it. */
  readonly acknowledgedAt: Instant | null;
};

/** The registers of a record after each stored content about it, in order of first receipt. */
type History = readonly { readonly at: number; readonly registers: Registers }[];

function replay<Seen extends { readonly firstAt: number }, State extends { readonly registers: Registers }>(
  seen: readonly Seen[],
  observe: (before: State | null, one: Seen) => State,
): History {
  let state: State | null = null;
  return seen
    .toSorted((left, right) => left.firstAt - right.firstAt)
    .map((one) => {
      state = observe(state, one);
      return { at: one.firstAt, registers: state.registers };
    });
}

/** The most contents to read and parse for one page, of all records together. */
const maxContents = 20;

type Contents = {
  readonly payments: readonly PaymentObservation[];
  readonly withdrawals: readonly WithdrawalObservation[];
};

/** Reads the contents about these records. Null: there are too many. */
async function readContents(
  businessId: BusinessId,
  conflicting: readonly ConflictingRecord[],
): Promise<Contents | null> {
  const limit = maxContents + 1;
  const withdrawalIds = conflicting.flatMap(({ kind, id }) => (kind === 'withdrawal' ? [id] : []));
  const paymentIds = [...new Set(conflicting.flatMap((one) => one.paymentIds))];
  const [{ callbacks, answers }, withdrawals] = await Promise.all([
    listPaymentObservations(queryPool, businessId, paymentIds, limit),
    listWithdrawalCallbacks(queryPool, businessId, withdrawalIds, limit),
  ]);
  if (callbacks.length + answers.length + withdrawals.length > maxContents) return null;
  return {
    payments: [...callbacks.flatMap(toDepositObservations), ...answers.map(toStoredAnswerObservation)],
    withdrawals: withdrawals.flatMap(toWithdrawalObservations),
  };
}

function toHistory({ kind, id }: ConflictingRecord, { payments, withdrawals }: Contents): History {
  if (kind === 'withdrawal')
    return replay(
      withdrawals.filter(({ withdrawalId }) => withdrawalId === id),
      observeWithdrawal,
    );
  if (kind === 'payment')
    return replay(
      payments.filter(({ paymentId }) => paymentId === id),
      observePayment,
    );
  return replay(
    payments.flatMap((observation) =>
      observation.deposits
        .filter(({ depositId }) => depositId === id)
        .map((statement) => ({ firstAt: observation.firstAt, statement, observation })),
    ),
    (before: Parameters<typeof observeDeposit>[0], { statement, observation }) =>
      observeDeposit(before, statement, observation),
  );
}

const toKey = (conflicts: ConflictingValues): string =>
  JSON.stringify(
    conflicts.map(({ field, values }) => [
      field,
      values.map(({ value }) => (addressFields.has(field) ? normalizeAddress(value) : value)).sort(),
    ]),
  );

function findStart(record: ConflictingRecord, contents: Contents): Instant | null {
  let key = '[]';
  let start: Instant | null = null;
  for (const { at, registers } of toHistory(record, contents)) {
    const now = toKey(registers.conflicts);
    const isOpen = record.acknowledgedAt === null || at > record.acknowledgedAt;
    if (now !== key && isOpen) start ??= instant(at);
    key = now;
  }
  // Otherwise contents are missing, and one of them may have brought the conflict.
  return key === toKey(record.conflicts) ? start : null;
}

/**
 * Returns when the first content arrived that brought a value of these records against an earlier one, after the last
 * acknowledgement. Null: unknown, because contents of a record are missing or there are too many.
 */
export async function findConflictStart(
  businessId: BusinessId,
  conflicting: readonly ConflictingRecord[],
): Promise<Instant | null> {
  const contents = await readContents(businessId, conflicting);
  if (contents === null) return null;
  const starts = conflicting.map((record) => findStart(record, contents));
  const known = starts.filter((start) => start !== null).sort((left, right) => left - right);
  return known.length < starts.length ? null : (known[0] ?? null);
}
