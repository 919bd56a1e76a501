import 'server-only';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant } from '#lib/values/instant.ts';
import { observeDeposit, observePayment, observeWithdrawal } from '../model/record-state.ts';
import type { Registers } from '../model/registers.ts';
import {
  toDepositObservations,
  toStoredAnswerObservation,
  toWithdrawalObservations,
} from './rebuild-records.ts';
import {
  hasMoreObservations,
  listPaymentObservations,
  listWithdrawalCallbacks,
  queryPool,
} from './verify-queries.ts';

/** A record with conflicting values. */
export type ConflictingRecord = {
  readonly kind: 'payment' | 'deposit' | 'withdrawal';
  readonly id: string;
  /** The payments whose contents report it. */
  readonly paymentIds: readonly PaymentId[];
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

/** A record with more contents is too large to read for the age of its conflict. */
const limits = { callbacks: 200, answers: 50 };

async function readHistory(
  businessId: BusinessId,
  { kind, id, paymentIds }: ConflictingRecord,
): Promise<History> {
  if (kind === 'withdrawal') {
    const callbacks = await listWithdrawalCallbacks(queryPool, businessId, [id]);
    return replay(callbacks.flatMap(toWithdrawalObservations), observeWithdrawal);
  }
  for (const paymentId of paymentIds)
    if (await hasMoreObservations(queryPool, businessId, paymentId, limits)) return [];
  const { callbacks, answers } = await listPaymentObservations(queryPool, businessId, paymentIds);
  const seen = [...callbacks.flatMap(toDepositObservations), ...answers.map(toStoredAnswerObservation)];
  if (kind === 'payment')
    return replay(
      seen.filter(({ paymentId }) => paymentId === id),
      observePayment,
    );
  return replay(
    seen.flatMap((observation) =>
      observation.deposits
        .filter(({ depositId }) => depositId === id)
        .map((statement) => ({ firstAt: observation.firstAt, statement, observation })),
    ),
    (before: Parameters<typeof observeDeposit>[0], { statement, observation }) =>
      observeDeposit(before, statement, observation),
  );
}

const toKey = ({ conflicts }: Registers): string =>
  JSON.stringify(conflicts.map(({ field, values }) => [field, values.map(({ value }) => value).sort()]));

/**
 * Returns when the content arrived that brought a value against an earlier one, after the last acknowledgement. Null: unknown,
 * because the record has no or too many stored contents.
 */
export async function findConflictStart(
  businessId: BusinessId,
  record: ConflictingRecord,
): Promise<Instant | null> {
  let key = '[]';
  for (const { at, registers } of await readHistory(businessId, record)) {
    const now = toKey(registers);
    if (now !== key && (record.acknowledgedAt === null || at > record.acknowledgedAt)) return instant(at);
    key = now;
  }
  return null;
}
