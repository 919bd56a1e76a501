import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import { tReviewReport } from '#lib/messages/review-report.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { isFutureDay } from '../store/reports.ts';
import { describeMissingSections } from './model/sections.ts';

/**
 * Requires what the authority received: a report with all its sections, and a day that has begun.
 *
 * @throws Problem 'invalid'
 */
export async function requireFiling(
  transaction: Transaction,
  filing: {
    readonly businessId: BusinessId;
    readonly narrative: string;
    readonly filedOn: string;
    readonly now: Instant;
  },
): Promise<void> {
  const { businessId, narrative, filedOn, now } = filing;
  const missing = describeMissingSections(narrative);
  if (missing !== null) throw new Problem('invalid', missing, { fieldErrors: { narrative: [missing] } });
  if (await isFutureDay(transaction, businessId, filedOn, now)) {
    const future = tReviewReport('problem.futureFiling');
    throw new Problem('invalid', future, { fieldErrors: { filedOn: [future] } });
  }
}
