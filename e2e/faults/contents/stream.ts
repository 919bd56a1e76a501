import type { SeededRandom } from '../random.ts';
import type { Content } from './content.ts';
import type { PaymentOfDeposits } from './deposits.ts';
import { createDepositCallbacks, createUnknownPayment } from './deposits.ts';
import {
  createExchangedCallback,
  createForeignWithdrawal,
  createInvalidBytes,
  createQuarantinedCallbacks,
} from './malformed.ts';
import { createWithdrawalCallbacks } from './withdrawals.ts';

/** Number of recent payments that can still get deposits. */
const remembered = 20;

/** Generates callbacks without end. Callbacks that belong together come close together, in any order. */
export function contentStream(
  chance: SeededRandom,
  businesses: readonly string[],
  onPayment: (payment: PaymentOfDeposits) => void = () => undefined,
): () => Content[] {
  const recent: PaymentOfDeposits[] = [];
  const payment = (businessId: string): PaymentOfDeposits => {
    const known = recent.filter((one) => one.businessId === businessId);
    if (known.length > 0 && chance.happens(0.25)) return chance.pick(known);
    const fresh = createUnknownPayment(chance, businessId);
    recent.push(fresh);
    // Some of the payments can be read at the service, and some can't.
    if (chance.happens(0.5)) onPayment(fresh);
    if (recent.length > remembered) recent.shift();
    return fresh;
  };
  return () => {
    const businessId = chance.pick(businesses);
    const lot = chance.nextShare();
    if (lot < 0.6) return createDepositCallbacks(chance, payment(businessId), 1);
    if (lot < 0.72) return createDepositCallbacks(chance, payment(businessId), chance.between(2, 4));
    if (lot < 0.82) return createWithdrawalCallbacks(chance, businessId, 1);
    if (lot < 0.86) return createWithdrawalCallbacks(chance, businessId, chance.between(2, 3));
    if (lot < 0.9) return [createExchangedCallback(chance, businessId)];
    if (lot < 0.95) return createQuarantinedCallbacks(chance, payment(businessId));
    if (lot < 0.96) return [createForeignWithdrawal(chance, businessId)];
    return [createInvalidBytes(chance, businessId)];
  };
}
