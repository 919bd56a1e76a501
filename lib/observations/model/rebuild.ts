import type { DepositId, PaymentId } from '#lib/values/ids.ts';
import type {
  DepositState,
  PaymentObservation,
  PaymentState,
  WithdrawalObservation,
  WithdrawalState,
} from './record-state.ts';
import { observeDeposit, observePayment, observeWithdrawal } from './record-state.ts';

/** Everything that was made of observations: each deposit is its owner's (`ownerOf`), whoever told of it. */
export type Rebuilt = {
  readonly payments: ReadonlyMap<PaymentId, PaymentState>;
  readonly deposits: ReadonlyMap<DepositId, DepositState>;
};

/** Rebuilds payments and their deposits from everything that was ever observed of them, in any order. */
export function rebuild(observations: Iterable<PaymentObservation>): Rebuilt {
  const payments = new Map<PaymentId, PaymentState>();
  const deposits = new Map<DepositId, DepositState>();
  for (const seen of observations) {
    payments.set(seen.paymentId, observePayment(payments.get(seen.paymentId) ?? null, seen));
    for (const said of seen.deposits)
      deposits.set(said.depositId, observeDeposit(deposits.get(said.depositId) ?? null, said, seen));
  }
  return { payments, deposits };
}

export function rebuildWithdrawal(observations: readonly WithdrawalObservation[]): WithdrawalState | null {
  let state: WithdrawalState | null = null;
  for (const seen of observations) state = observeWithdrawal(state, seen);
  return state;
}
