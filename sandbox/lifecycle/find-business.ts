import type { Business } from '../model/businesses.ts';
import type { SandboxContext } from '../world.ts';
import type { PaymentState } from './payment-state.ts';

/**
 * Finds the business of a payment, with its current settings.
 *
 * @throws where it does not exist, which is an internal error
 */
export function findBusiness(world: SandboxContext, state: PaymentState): Business {
  const found = world.store.businesses.find(state.record.businessId);
  if (found === null) throw new Error(`payment ${state.record.paymentId} belongs to no business`);
  return found;
}
