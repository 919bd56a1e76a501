import 'server-only';

/**
 * Limits for prices, above which creating a payment takes two people. A limit counts for prices in its own currency:
 * nothing is converted. The database refuses requests above a limit without an approval, and higher limits without a
 * second owner.
 */
export { createWithinLimits } from './create-within-limits.ts';
export { withdrawPaymentsOfTokens } from './payment-proposals.ts';
export { listLimitProposals, listWaitingPayments, readLimits } from './queries.ts';
