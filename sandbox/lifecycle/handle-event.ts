import { brand } from '#lib/values/brand.ts';
import { unreachable } from '#lib/values/errors.ts';
import type { Event } from '../storage/events.ts';
import type { SandboxContext } from '../world.ts';
import { readWorldSeconds } from '../world.ts';
import { confirmDeposit, decideReview } from './decide-deposit.ts';
import type { PaymentState } from './payment-state.ts';
import { Refusal } from './payment-state.ts';
import type { PayerTransfer } from './receive-deposit.ts';
import { receiveDeposit } from './receive-deposit.ts';
import { confirmRefund } from './refund.ts';
import { calculateStatus } from './status.ts';
import { processWithdrawal } from './withdraw.ts';

function expire(world: SandboxContext, paymentId: string): void {
  const state = world.store.payments.find(paymentId);
  if (state === null) return;
  const status = calculateStatus(state, readWorldSeconds(world));
  if (status === state.record.status) return;
  state.record.status = status;
  world.store.payments.save(state);
}

/** Performs a planned payment, unless it is no longer possible. */
function sendPlannedDeposit(world: SandboxContext, plan: string): void {
  const { paymentId, sending } = brand<{ paymentId: string; sending: PayerTransfer }>(JSON.parse(plan));
  const state = world.store.payments.find(paymentId);
  if (state === null) return;
  try {
    receiveDeposit(world, state, sending);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

/** Processes an event at the world's time. Events without an existing subject do nothing. */
export function handleEvent(world: SandboxContext, { kind, subject }: Event): void {
  const ofDeposit = (act: (world: SandboxContext, state: PaymentState, depositId: string) => void): void => {
    const state = world.store.payments.findByDeposit(subject);
    if (state !== null) act(world, state, subject);
  };
  switch (kind) {
    case 'expire':
      expire(world, subject);
      break;
    case 'confirm':
      ofDeposit(confirmDeposit);
      break;
    case 'decide':
      ofDeposit((one, state, id) => decideReview(one, state, id));
      break;
    case 'confirm-refund':
      ofDeposit(confirmRefund);
      break;
    case 'broadcast':
      processWithdrawal(world, subject);
      break;
    case 'pay':
      sendPlannedDeposit(world, subject);
      break;
    default:
      unreachable(kind);
  }
}
