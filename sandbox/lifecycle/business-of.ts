import type { Business } from '../model/businesses.ts';
import type { World } from '../world.ts';
import type { PaymentState } from './payment-state.ts';

/** The business of a payment, as it is set now. Throws where it is gone, which cannot be. */
export function findBusiness(world: World, state: PaymentState): Business {
  const found = world.store.businesses.find(state.record.businessId);
  if (found === null) throw new Error(`payment ${state.record.paymentId} belongs to no business`);
  return found;
}
