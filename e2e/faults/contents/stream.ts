import type { Chance } from '../random.ts';
import type { Content } from './content.ts';
import type { PaymentOfDeposits } from './deposits.ts';
import { depositCallbacks, unknownPayment } from './deposits.ts';
import { exchangedCallback, garbage, heldCallbacks, strangersWithdrawal } from './oddities.ts';
import { withdrawalCallbacks } from './withdrawals.ts';

/** How many payments more deposits still come in for. */
const remembered = 20;

/** All that a service would send, without an end: what belongs together comes together, in any order. */
export function contentStream(
  chance: Chance,
  businesses: readonly string[],
  onPayment: (payment: PaymentOfDeposits) => void = () => undefined,
): () => Content[] {
  const recent: PaymentOfDeposits[] = [];
  const payment = (businessId: string): PaymentOfDeposits => {
    const known = recent.filter((one) => one.businessId === businessId);
    if (known.length > 0 && chance.happens(0.25)) return chance.pick(known);
    const fresh = unknownPayment(chance, businessId);
    recent.push(fresh);
    // Some of them can be read at the service, and some are known to nobody.
    if (chance.happens(0.5)) onPayment(fresh);
    if (recent.length > remembered) recent.shift();
    return fresh;
  };
  return () => {
    const businessId = chance.pick(businesses);
    const lot = chance.share();
    if (lot < 0.6) return depositCallbacks(chance, payment(businessId), 1);
    if (lot < 0.72) return depositCallbacks(chance, payment(businessId), chance.between(2, 4));
    if (lot < 0.82) return withdrawalCallbacks(chance, businessId, 1);
    if (lot < 0.86) return withdrawalCallbacks(chance, businessId, chance.between(2, 3));
    if (lot < 0.9) return [exchangedCallback(chance, businessId)];
    if (lot < 0.95) return heldCallbacks(chance, payment(businessId));
    if (lot < 0.96) return [strangersWithdrawal(chance, businessId)];
    return [garbage(chance, businessId)];
  };
}
