import type { DepositId, PaymentId } from '#lib/values/ids.ts';
import type {
  PaymentObservation,
  PaymentState,
  WithdrawalObservation,
  WithdrawalState,
} from './model-state.ts';
import { claimDeposit, observePayment, observeWithdrawal } from './model-state.ts';

/**
 * Rebuilds a payment from everything that was ever observed of it, in any order. `owner` says which payment a
 * deposit belongs to where several claim it: the first that was heard of, as the database has it.
 */
export function rebuildPayment(
  observations: readonly PaymentObservation[],
  owner: (depositId: DepositId) => PaymentId | null = () => null,
): PaymentState | null {
  let state: PaymentState | null = null;
  for (const seen of observations) state = observeOwned(state, seen, owner);
  return state;
}

/** Folds an observation in, without the deposits that belong to another payment. */
export function observeOwned(
  before: PaymentState | null,
  seen: PaymentObservation,
  owner: (depositId: DepositId) => PaymentId | null,
): PaymentState {
  const own = seen.deposits.filter(
    ({ depositId }) => (owner(depositId) ?? seen.paymentId) === seen.paymentId,
  );
  return observePayment(before, { ...seen, deposits: own });
}

/** Adds to a payment's deposits what other payments' observations claimed of them. */
export function rebuildClaims(
  state: PaymentState,
  observations: readonly PaymentObservation[],
): PaymentState {
  const deposits = new Map(state.deposits);
  for (const seen of observations)
    for (const { depositId } of seen.deposits) {
      const deposit = deposits.get(depositId);
      if (deposit && seen.paymentId !== state.paymentId)
        deposits.set(depositId, claimDeposit(deposit, seen.paymentId, seen.stamp));
    }
  return { ...state, deposits };
}

export function rebuildWithdrawal(observations: readonly WithdrawalObservation[]): WithdrawalState | null {
  let state: WithdrawalState | null = null;
  for (const seen of observations) state = observeWithdrawal(state, seen);
  return state;
}
