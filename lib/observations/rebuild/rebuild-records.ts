import 'server-only';
import { serviceSettings } from '#lib/service/index.ts';
import type { BusinessId, DepositId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import { parseJsonBytes } from '#lib/values/lossless-json.ts';
import { derivedBy } from '../fold/derived-by.ts';
import type { DepositAggregate } from '../model/deposit-aggregate.ts';
import { aggregateDeposits } from '../model/deposit-aggregate.ts';
import type { DerivedState } from '../model/derived-state.ts';
import { derivePaymentState } from '../model/derived-state.ts';
import { answerObservation, depositObservation, withdrawalObservation } from '../model/observation.ts';
import { rebuild, rebuildWithdrawal } from '../model/rebuild.ts';
import {
  listDifferences,
  normalDeposit,
  normalPayment,
  normalWithdrawal,
} from '../model/record-difference.ts';
import type {
  DepositState,
  PaymentObservation,
  PaymentState,
  WithdrawalState,
} from '../model/record-state.ts';
import { listClaimants, readDepositOwner } from '../model/record-state.ts';
import { readStoredAnswer } from '../model/record-statement.ts';
import type { Registers } from '../model/registers.ts';
import type { StoredDeposit, StoredWithdrawal } from '../model/row-read.ts';
import { readReceived } from '../parse/read-received.ts';
import type { HeldPayment } from './record-queries.ts';
import { heldDeposits, heldPayments, heldWithdrawals } from './record-queries.ts';
import type { Select, StoredAnswer, StoredCallback } from './verify-queries.ts';
import { storedOfPayments, storedOfWithdrawals } from './verify-queries.ts';

/** A value that the read model holds and the stored bytes do not give, or the other way round. */
export type Part = { readonly path: string; readonly held: string; readonly rebuilt: string };

export type RebuiltPayment = {
  readonly paymentId: PaymentId;
  readonly held: HeldPayment;
  /** Null: nothing that is stored speaks of it. */
  readonly state: PaymentState | null;
  readonly derived: DerivedState | null;
  readonly tally: DepositAggregate;
  /** Every deposit that it has, had, or claims: as it is held, and as it should be. Null: not at all. */
  readonly deposits: readonly RebuiltDeposit[];
  readonly differences: readonly Part[];
};

export type RebuiltDeposit = {
  readonly depositId: DepositId;
  readonly held: StoredDeposit | null;
  readonly state: DepositState | null;
  /** Distinct contents of its callback. */
  readonly versions: number;
  readonly differences: readonly Part[];
};

export function depositObservations(stored: StoredCallback): PaymentObservation[] {
  const read = readReceived({ kind: 'deposit-received', ...stored });
  return read.kind === 'deposit'
    ? [depositObservation({ ...stored, paymentId: read.paymentId }, read.stated)]
    : [];
}

export const answerObservations = (stored: StoredAnswer): PaymentObservation =>
  answerObservation(
    stored,
    readStoredAnswer(parseJsonBytes(stored.body), stored.source, serviceSettings().paymentReadField),
  );

/** Everything that is stored of payments, read, with the contents of each deposit's callback counted. */
async function observationsOf(select: Select, businessId: BusinessId, paymentIds: readonly PaymentId[]) {
  if (paymentIds.length === 0) return { seen: [], contents: new Map<string, number>() };
  const { callbacks, answers } = await storedOfPayments(select, businessId, paymentIds);
  const contents = new Map<string, number>();
  for (const { subjectId, isVersion } of callbacks)
    if (subjectId !== null && isVersion) contents.set(subjectId, (contents.get(subjectId) ?? 0) + 1);
  return { seen: [...callbacks.flatMap(depositObservations), ...answers.map(answerObservations)], contents };
}

/**
 * Rebuilds payments from the stored bytes, beside the read model, and says where the two differ. Of a deposit that
 * several payments claim everything counts that any of them was told; whoever claims it is known from what the payments
 * here were told, and from what the read model holds of it. A claim that was lost is therefore seen at the payment that
 * made it. Writes nothing.
 */
export async function rebuildPayments(
  select: Select,
  businessId: BusinessId,
  paymentIds: readonly PaymentId[],
): Promise<readonly RebuiltPayment[]> {
  const held = await heldPayments(select, businessId, paymentIds);
  const own = await observationsOf(select, businessId, paymentIds);
  const rows = new Map(
    [...held.values()].flatMap(({ deposits }) => deposits.map((one) => [one.state.depositId, one] as const)),
  );
  const named = new Set(own.seen.flatMap(({ deposits }) => deposits.map(({ depositId }) => depositId)));
  const elsewhere = [...named].filter((depositId) => !rows.has(depositId));
  for (const row of await heldDeposits(select, businessId, elsewhere)) rows.set(row.state.depositId, row);
  const here = new Set(paymentIds);
  const claimants = new Set([...rows.values()].flatMap(({ state }) => listClaimants(state)));
  const others = await observationsOf(
    select,
    businessId,
    [...claimants].filter((id) => !here.has(id)),
  );
  const concerned = new Set([...rows.keys(), ...named]);
  const rebuilt = rebuild([
    ...own.seen,
    ...others.seen.map((seen) => ({
      ...seen,
      deposits: seen.deposits.filter(({ depositId }) => concerned.has(depositId)),
    })),
  ]);
  const versions = (id: string) => (own.contents.get(id) ?? 0) + (others.contents.get(id) ?? 0);
  const concerning = new Map<PaymentId, Set<DepositId>>(paymentIds.map((id) => [id, new Set()]));
  for (const { state } of rows.values()) concerning.get(readDepositOwner(state))?.add(state.depositId);
  for (const { paymentId, deposits } of own.seen)
    for (const { depositId } of deposits) concerning.get(paymentId)?.add(depositId);
  for (const state of rebuilt.deposits.values())
    concerning.get(readDepositOwner(state))?.add(state.depositId);
  return paymentIds.map((paymentId) =>
    compared(paymentId, {
      held: held.get(paymentId) ?? { payment: null, deposits: [], tally: null },
      state: rebuilt.payments.get(paymentId) ?? null,
      deposits: [...(concerning.get(paymentId) ?? [])].sort().map((depositId) =>
        comparedDeposit({
          depositId,
          held: rows.get(depositId) ?? null,
          state: rebuilt.deposits.get(depositId) ?? null,
          versions: versions(depositId),
        }),
      ),
    }),
  );
}

function compared(
  paymentId: PaymentId,
  { held, state, deposits }: Pick<RebuiltPayment, 'held' | 'state' | 'deposits'>,
): RebuiltPayment {
  const own = deposits.flatMap((deposit) =>
    deposit.state !== null && readDepositOwner(deposit.state) === paymentId ? [deposit.state] : [],
  );
  const tally = aggregateDeposits(own.map(({ registers }) => registers.values));
  const derived = state === null ? null : derivePaymentState(state.registers, tally, derivedBy());
  return {
    paymentId,
    held,
    state,
    derived,
    tally,
    deposits,
    differences: [
      ...listDifferences(normalPayment(held.payment?.state ?? null), normalPayment(state)),
      ...deposits.flatMap((deposit) => deposit.differences),
      ...listDifferences(held.payment?.derived ?? null, derived),
      ...(held.tally === null
        ? []
        : listDifferences(inColumnOrder(held.tally), inColumnOrder(tally), 'tally')),
    ],
  };
}

const comparedDeposit = (given: Omit<RebuiltDeposit, 'differences'>): RebuiltDeposit => ({
  ...given,
  differences: listDifferences(
    given.held && normalDeposit(given.held.state, given.held.versions),
    given.state && normalDeposit(given.state, given.versions),
    `deposits.${given.depositId}`,
  ),
});

/** As jsonb gives it back, whichever way it was made. */
const inColumnOrder = ({ groups, latest, untimed, greatest }: DepositAggregate) => ({
  groups: groups.map((group) => Object.entries(group).sort(([left], [right]) => (left < right ? -1 : 1))),
  latest,
  untimed,
  greatest: [greatest.display, greatest.deposit],
});

/** Whether `npm run seed` made a record up: there are no bytes to make it anew from, so it is left as it is. */
export const isMadeUp = (registers: Registers | undefined): boolean =>
  Object.values(registers?.stamps ?? {}).some(({ source }) => source === 'seed');

export type RebuiltWithdrawal = {
  readonly withdrawalId: WithdrawalId;
  readonly held: StoredWithdrawal | null;
  readonly state: WithdrawalState | null;
  readonly versions: number;
  readonly differences: readonly Part[];
};

export async function rebuildWithdrawals(
  select: Select,
  businessId: BusinessId,
  withdrawalIds: readonly WithdrawalId[],
): Promise<readonly RebuiltWithdrawal[]> {
  const held = await heldWithdrawals(select, businessId, withdrawalIds);
  const stored = Map.groupBy(
    await storedOfWithdrawals(select, businessId, withdrawalIds),
    ({ subjectId }) => subjectId,
  );
  return withdrawalIds.map((withdrawalId) => {
    const callbacks = stored.get(withdrawalId) ?? [];
    const known = held.get(withdrawalId) ?? null;
    const versions = callbacks.filter(({ isVersion }) => isVersion).length;
    const state = rebuildWithdrawal(callbacks.flatMap((one) => withdrawalObservations(one)));
    return {
      withdrawalId,
      held: known,
      state,
      versions,
      differences: listDifferences(
        normalWithdrawal(known?.state ?? null, known?.versions ?? 0),
        normalWithdrawal(state, versions),
      ),
    };
  });
}

export function withdrawalObservations(stored: StoredCallback) {
  const read = readReceived({ kind: 'withdrawal', ...stored });
  return read.kind === 'withdrawal'
    ? [withdrawalObservation({ ...stored, withdrawalId: read.withdrawalId }, read.stated)]
    : [];
}
