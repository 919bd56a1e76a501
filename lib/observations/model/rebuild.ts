import type { DepositId, PaymentId } from '#lib/values/ids.ts';
import type {
  DepositState,
  PaymentObservation,
  PaymentState,
  WithdrawalObservation,
  WithdrawalState,
} from './record-state.ts';
import { observeDeposit, observePayment, observeWithdrawal } from './record-state.ts';

/**
 * The states rebuilt from observations. Each deposit belongs to its owner (`readDepositOwner`), even if another
 * payment reported it.
 */
export type RebuiltStates = {
  readonly payments: ReadonlyMap<PaymentId, PaymentState>;
  readonly deposits: ReadonlyMap<DepositId, DepositState>;
};

/** Rebuilds payments and their deposits from all their observations, in any order. */
export function rebuildStates(observations: Iterable<PaymentObservation>): RebuiltStates {
  const payments = new Map<PaymentId, PaymentState>();
  const deposits = new Map<DepositId, DepositState>();
  for (const observation of observations) {
    payments.set(
      observation.paymentId,
      observePayment(payments.get(observation.paymentId) ?? null, observation),
    );
    for (const statement of observation.deposits)
      deposits.set(
        statement.depositId,
        observeDeposit(deposits.get(statement.depositId) ?? null, statement, observation),
      );
  }
  return { payments, deposits };
}

/** Rebuilds a withdrawal from all its observations. Returns null without any. */
export function rebuildWithdrawal(observations: readonly WithdrawalObservation[]): WithdrawalState | null {
  let state: WithdrawalState | null = null;
  for (const observation of observations) state = observeWithdrawal(state, observation);
  return state;
}
