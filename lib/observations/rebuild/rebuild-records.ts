import 'server-only';
import { serviceSettings } from '#lib/service/index.ts';
import type { BusinessId, DepositId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import { parseJsonBytes } from '#lib/values/lossless-json.ts';
import { readDerivationAssumptions } from '../fold/derivation-assumptions.ts';
import type { DepositAggregate } from '../model/deposit-aggregate.ts';
import { aggregateDeposits } from '../model/deposit-aggregate.ts';
import type { DerivedState } from '../model/derived-state.ts';
import { derivePaymentState } from '../model/derived-state.ts';
import { toAnswerObservation, toDepositObservation, toWithdrawalObservation } from '../model/observation.ts';
import { rebuildStates, rebuildWithdrawal } from '../model/rebuild.ts';
import {
  listDifferences,
  normalizeDeposit,
  normalizePayment,
  normalizeWithdrawal,
} from '../model/record-difference.ts';
import type {
  DepositState,
  PaymentObservation,
  PaymentState,
  WithdrawalState,
} from '../model/record-state.ts';
import { listReportedOwners, readDepositOwner } from '../model/record-state.ts';
import type { Registers } from '../model/registers.ts';
import { readStoredAnswer } from '../model/reported-payment.ts';
import type { StoredDeposit, StoredWithdrawal } from '../model/row-read.ts';
import { parseCallbackBody } from '../parse/parse-callback-body.ts';
import type { StoredPaymentRows } from './record-queries.ts';
import { loadDeposits, loadPayments, loadWithdrawals } from './record-queries.ts';
import type { QueryFunction, StoredAnswer, StoredCallback } from './verify-queries.ts';
import { listPaymentObservations, listWithdrawalCallbacks } from './verify-queries.ts';

/** A difference between the read model and the state rebuilt from the stored bytes. */
export type ValueDifference = { readonly path: string; readonly held: string; readonly rebuilt: string };

export type RebuiltPayment = {
  readonly paymentId: PaymentId;
  readonly stored: StoredPaymentRows;
  /** Null when no stored content reports the payment. */
  readonly state: PaymentState | null;
  readonly derived: DerivedState | null;
  readonly aggregate: DepositAggregate;
  /** Every deposit that it owns, owned or claims, as stored and as rebuilt. Null marks a missing one. */
  readonly deposits: readonly RebuiltDeposit[];
  readonly differences: readonly ValueDifference[];
};

export type RebuiltDeposit = {
  readonly depositId: DepositId;
  readonly stored: StoredDeposit | null;
  readonly state: DepositState | null;
  /** The number of contents of its callback. */
  readonly versions: number;
  readonly differences: readonly ValueDifference[];
};

/** Parses a stored deposit callback. Returns nothing if it is unreadable today. */
export function toDepositObservations(stored: StoredCallback): PaymentObservation[] {
  const parsed = parseCallbackBody({ kind: 'deposit-received', ...stored });
  return parsed.kind === 'deposit'
    ? [toDepositObservation({ ...stored, paymentId: parsed.paymentId }, parsed.stated)]
    : [];
}

/** Parses a stored answer. */
export const toStoredAnswerObservation = (stored: StoredAnswer): PaymentObservation =>
  toAnswerObservation(
    stored,
    readStoredAnswer(parseJsonBytes(stored.body), stored.source, serviceSettings().paymentReadField),
  );

/** Reads all stored observations of payments, and counts the contents of each deposit’s callback. */
async function readObservations(
  select: QueryFunction,
  businessId: BusinessId,
  paymentIds: readonly PaymentId[],
) {
  if (paymentIds.length === 0) return { seen: [], contents: new Map<string, number>() };
  const { callbacks, answers } = await listPaymentObservations(select, businessId, paymentIds);
  const contents = new Map<string, number>();
  for (const { subjectId, isVersion } of callbacks)
    if (subjectId !== null && isVersion) contents.set(subjectId, (contents.get(subjectId) ?? 0) + 1);
  return {
    seen: [...callbacks.flatMap(toDepositObservations), ...answers.map(toStoredAnswerObservation)],
    contents,
  };
}

/**
 * Rebuilds payments from the stored bytes and compares them with the read model. Writes nothing. For a deposit with
 * several claimants, the observations of all of them count. Claimants are found in these observations and in the read
 * model, so a lost claim shows at the payment that made it.
 */
export async function rebuildPayments(
  select: QueryFunction,
  businessId: BusinessId,
  paymentIds: readonly PaymentId[],
): Promise<readonly RebuiltPayment[]> {
  const storedPayments = await loadPayments(select, businessId, paymentIds);
  const own = await readObservations(select, businessId, paymentIds);
  const rows = new Map(
    [...storedPayments.values()].flatMap(({ deposits }) =>
      deposits.map((one) => [one.state.depositId, one] as const),
    ),
  );
  const namedDeposits = new Set(
    own.seen.flatMap(({ deposits }) => deposits.map(({ depositId }) => depositId)),
  );
  const elsewhere = [...namedDeposits].filter((depositId) => !rows.has(depositId));
  for (const row of await loadDeposits(select, businessId, elsewhere)) rows.set(row.state.depositId, row);
  const requestedPayments = new Set(paymentIds);
  const claimants = new Set([...rows.values()].flatMap(({ state }) => listReportedOwners(state)));
  const others = await readObservations(
    select,
    businessId,
    [...claimants].filter((id) => !requestedPayments.has(id)),
  );
  const relevantDeposits = new Set([...rows.keys(), ...namedDeposits]);
  const rebuilt = rebuildStates([
    ...own.seen,
    ...others.seen.map((observation) => ({
      ...observation,
      deposits: observation.deposits.filter(({ depositId }) => relevantDeposits.has(depositId)),
    })),
  ]);
  const versions = (id: string) => (own.contents.get(id) ?? 0) + (others.contents.get(id) ?? 0);
  const depositsByPayment = new Map<PaymentId, Set<DepositId>>(paymentIds.map((id) => [id, new Set()]));
  for (const { state } of rows.values()) depositsByPayment.get(readDepositOwner(state))?.add(state.depositId);
  for (const { paymentId, deposits } of own.seen)
    for (const { depositId } of deposits) depositsByPayment.get(paymentId)?.add(depositId);
  for (const state of rebuilt.deposits.values())
    depositsByPayment.get(readDepositOwner(state))?.add(state.depositId);
  return paymentIds.map((paymentId) =>
    comparePayment(paymentId, {
      stored: storedPayments.get(paymentId) ?? { payment: null, deposits: [], aggregate: null },
      state: rebuilt.payments.get(paymentId) ?? null,
      deposits: [...(depositsByPayment.get(paymentId) ?? [])].sort().map((depositId) =>
        compareDeposit({
          depositId,
          stored: rows.get(depositId) ?? null,
          state: rebuilt.deposits.get(depositId) ?? null,
          versions: versions(depositId),
        }),
      ),
    }),
  );
}

function comparePayment(
  paymentId: PaymentId,
  { stored, state, deposits }: Pick<RebuiltPayment, 'stored' | 'state' | 'deposits'>,
): RebuiltPayment {
  const own = deposits.flatMap((deposit) =>
    deposit.state !== null && readDepositOwner(deposit.state) === paymentId ? [deposit.state] : [],
  );
  const aggregate = aggregateDeposits(own.map(({ registers }) => registers.values));
  const derived =
    state === null ? null : derivePaymentState(state.registers, aggregate, readDerivationAssumptions());
  return {
    paymentId,
    stored,
    state,
    derived,
    aggregate,
    deposits,
    differences: [
      ...listDifferences(normalizePayment(stored.payment?.state ?? null), normalizePayment(state)),
      ...deposits.flatMap((deposit) => deposit.differences),
      ...listDifferences(stored.payment?.derived ?? null, derived),
      ...(stored.aggregate === null
        ? []
        : listDifferences(sortForComparison(stored.aggregate), sortForComparison(aggregate), 'tally')),
    ],
  };
}

const compareDeposit = (comparison: Omit<RebuiltDeposit, 'differences'>): RebuiltDeposit => ({
  ...comparison,
  differences: listDifferences(
    comparison.stored && normalizeDeposit(comparison.stored.state, comparison.stored.versions),
    comparison.state && normalizeDeposit(comparison.state, comparison.versions),
    `deposits.${comparison.depositId}`,
  ),
});

/** Sorts an aggregate as jsonb does, so that stored and rebuilt ones compare equal. */
const sortForComparison = ({ groups, latest, untimed, greatest }: DepositAggregate) => ({
  groups: groups.map((group) => Object.entries(group).sort(([left], [right]) => (left < right ? -1 : 1))),
  latest,
  untimed,
  greatest: [greatest.display, greatest.deposit],
});

/** Returns whether `npm run seed` made a record. It has no stored bytes, so it can’t be rebuilt. */
export const isSeeded = (registers: Registers | undefined): boolean =>
  Object.values(registers?.stamps ?? {}).some(({ source }) => source === 'seed');

export type RebuiltWithdrawal = {
  readonly withdrawalId: WithdrawalId;
  readonly stored: StoredWithdrawal | null;
  readonly state: WithdrawalState | null;
  readonly versions: number;
  readonly differences: readonly ValueDifference[];
};

/** Rebuilds withdrawals from the stored bytes and compares them with the read model. Writes nothing. */
export async function rebuildWithdrawals(
  select: QueryFunction,
  businessId: BusinessId,
  withdrawalIds: readonly WithdrawalId[],
): Promise<readonly RebuiltWithdrawal[]> {
  const rows = await loadWithdrawals(select, businessId, withdrawalIds);
  const stored = Map.groupBy(
    await listWithdrawalCallbacks(select, businessId, withdrawalIds),
    ({ subjectId }) => subjectId,
  );
  return withdrawalIds.map((withdrawalId) => {
    const callbacks = stored.get(withdrawalId) ?? [];
    const storedRow = rows.get(withdrawalId) ?? null;
    const versions = callbacks.filter(({ isVersion }) => isVersion).length;
    const state = rebuildWithdrawal(callbacks.flatMap((one) => toWithdrawalObservations(one)));
    return {
      withdrawalId,
      stored: storedRow,
      state,
      versions,
      differences: listDifferences(
        normalizeWithdrawal(storedRow?.state ?? null, storedRow?.versions ?? 0),
        normalizeWithdrawal(state, versions),
      ),
    };
  });
}

/** Parses a stored withdrawal callback. Returns nothing if it is unreadable today. */
export function toWithdrawalObservations(stored: StoredCallback) {
  const parsed = parseCallbackBody({ kind: 'withdrawal', ...stored });
  return parsed.kind === 'withdrawal'
    ? [toWithdrawalObservation({ ...stored, withdrawalId: parsed.withdrawalId }, parsed.stated)]
    : [];
}
