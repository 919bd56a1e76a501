/**
 * The refunds of a business: their list and totals. The service issues refunds, and reports them in the payment record
 * only, so a refund is stored on its deposit and its detail is read by `lib/deposits`. Every function checks the
 * person's permission first.
 */
import 'server-only';

export { countRefunds, listRefunds, refundDefinition } from './queries/list.ts';
export { calculateRefundTotals, readRefundTotals } from './queries/totals.ts';
