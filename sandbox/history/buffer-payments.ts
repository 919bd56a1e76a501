import type { PaymentState } from '../lifecycle/payment-state.ts';
import type { Store } from '../storage/store.ts';

type Payments = Store['payments'];

/**
 * Buffers the payments of a past in memory, because most of them change many times. Writing each only once makes
 * the first start fast. To write them in order of creation, call `release`.
 */
export function bufferPayments(payments: Payments): {
  readonly payments: Payments;
  readonly release: () => void;
} {
  const held = new Map<string, PaymentState>();
  const byDeposit = new Map<string, PaymentState>();
  return {
    payments: {
      ...payments,
      add: (state) => void held.set(state.record.paymentId, state),
      save(state) {
        if (!held.has(state.record.paymentId)) payments.save(state);
      },
      addDeposit(state, depositId) {
        if (held.has(state.record.paymentId)) byDeposit.set(depositId, state);
        else payments.addDeposit(state, depositId);
      },
      find: (id) => held.get(id) ?? payments.find(id),
      findByDeposit: (id) => byDeposit.get(id) ?? payments.findByDeposit(id),
    },
    release() {
      for (const state of held.values()) {
        payments.add(state);
        for (const { id } of state.record.deposits) payments.addDeposit(state, id);
      }
      held.clear();
      byDeposit.clear();
    },
  };
}
