import 'server-only';
import { serviceSettings } from '#lib/service/index.ts';
import type { BusinessId, DepositId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import { parseJsonBytes } from '#lib/values/lossless-json.ts';
import { derive } from './model-derived.ts';
import { differencesOf, normalPayment, normalWithdrawal } from './model-difference.ts';
import { answerObservation, depositObservation, withdrawalObservation } from './model-observation.ts';
import { rebuildClaims, rebuildPayment, rebuildWithdrawal } from './model-rebuild.ts';
import { readStoredAnswer } from './model-record.ts';
import type { Registers } from './model-register.ts';
import type { KnownWithdrawal } from './model-row-read.ts';
import type { PaymentObservation, PaymentState, WithdrawalState } from './model-state.ts';
import { readReceived } from './read-received.ts';
import type { HeldPayment } from './record-queries.ts';
import { heldPayments, heldWithdrawals } from './record-queries.ts';
import { isEffective } from './store-inbox.ts';
import type { Select, StoredAnswer, StoredCallback } from './verify-queries.ts';
import { ownersOf, storedOfPayments, storedOfWithdrawals } from './verify-queries.ts';

/** A value that the read model holds and the stored bytes do not give, or the other way round. */
export type Part = { readonly path: string; readonly held: string; readonly rebuilt: string };

export type RebuiltPayment = {
  readonly paymentId: PaymentId;
  readonly held: HeldPayment;
  /** Null: nothing that is stored speaks of it. */
  readonly state: PaymentState | null;
  /** Distinct contents of each deposit's callback. */
  readonly versions: (depositId: string) => number;
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

/** Rebuilds payments from the stored bytes, beside the read model, and says where the two differ. Writes nothing. */
export async function rebuildPayments(
  select: Select,
  businessId: BusinessId,
  paymentIds: readonly PaymentId[],
): Promise<readonly RebuiltPayment[]> {
  const held = await heldPayments(select, businessId, paymentIds);
  const named = new Map(
    paymentIds.map((id) => [
      id,
      new Set(
        (held.get(id)?.deposits ?? []).flatMap(({ state }) =>
          state.registers.conflicts.flatMap(({ values }) => values.map(({ observation }) => observation)),
        ),
      ),
    ]),
  );
  const everyNamed = [...named.values()].flatMap((ids) => [...ids]);
  const { callbacks, answers } = await storedOfPayments(select, businessId, paymentIds, everyNamed);
  const seen = [
    ...callbacks.flatMap((stored) =>
      depositObservations(stored).map((one) => ({ id: stored.id, one, counts: isEffective(stored.verdict) })),
    ),
    ...answers.map((stored) => ({ id: stored.id, one: answerObservations(stored), counts: true })),
  ];
  const owners = await ownersOf(
    select,
    businessId,
    seen.flatMap(({ one }) => one.deposits.map(({ depositId }) => depositId)),
  );
  // What stands in quarantine is here for the claim that it makes on another payment's deposit, and for nothing else.
  const own = Map.groupBy(
    seen.filter(({ counts }) => counts),
    ({ one }) => one.paymentId,
  );
  const byId = new Map(seen.map((entry) => [entry.id, entry]));
  const contents = Map.groupBy(
    callbacks.filter(({ verdict }) => isEffective(verdict)),
    ({ subjectId }) => subjectId,
  );
  return paymentIds.map((paymentId) => {
    const known = held.get(paymentId) ?? { payment: null, deposits: [] };
    const mine = (own.get(paymentId) ?? []).map(({ one }) => one);
    const claims = [...(named.get(paymentId) ?? [])].flatMap((id) => byId.get(id)?.one ?? []);
    const versions = (depositId: string) => contents.get(depositId)?.length ?? 0;
    return rebuilt(paymentId, known, { mine, claims, owners, versions });
  });
}

function rebuilt(
  paymentId: PaymentId,
  held: HeldPayment,
  given: {
    readonly mine: readonly PaymentObservation[];
    readonly claims: readonly PaymentObservation[];
    readonly owners: ReadonlyMap<DepositId, PaymentId>;
    readonly versions: (depositId: string) => number;
  },
): RebuiltPayment {
  const { mine, claims, owners, versions } = given;
  const alone = rebuildPayment(mine, (depositId) => owners.get(depositId) ?? null);
  const state = alone === null ? null : rebuildClaims(alone, claims);
  const heldVersions = new Map<string, number>(
    held.deposits.map((deposit) => [deposit.state.depositId, deposit.versions]),
  );
  const heldState = held.payment?.state ?? null;
  return {
    paymentId,
    held,
    state,
    versions,
    differences: [
      ...differencesOf(
        normalPayment(heldState, (depositId) => heldVersions.get(depositId) ?? 0),
        normalPayment(state, versions),
      ),
      ...differencesOf(held.payment?.derived ?? null, state === null ? null : derivedOf(state)),
    ],
  };
}

export const derivedOf = (state: PaymentState) =>
  derive(
    state.registers.values,
    [...state.deposits.values()].map(({ registers }) => registers.values),
    serviceSettings().callbackMeaning.amounts,
  );

/** Whether `npm run seed` made a record up: there are no bytes to make it anew from, so it is left as it is. */
export const isMadeUp = (registers: Registers | undefined): boolean =>
  Object.values(registers?.stamps ?? {}).some(({ source }) => source === 'seed');

export type RebuiltWithdrawal = {
  readonly withdrawalId: WithdrawalId;
  readonly held: KnownWithdrawal | null;
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
    const state = rebuildWithdrawal(callbacks.flatMap((one) => withdrawalObservations(one)));
    return {
      withdrawalId,
      held: known,
      state,
      versions: callbacks.length,
      differences: differencesOf(
        normalWithdrawal(known?.state ?? null, known?.versions ?? 0),
        normalWithdrawal(state, callbacks.length),
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
