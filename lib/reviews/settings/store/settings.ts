import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Settings } from '../model.ts';

/** Marks subjects with a score for the next sweep if the score threshold has changed. */
export async function followSettings(
  transaction: Transaction,
  businessId: BusinessId,
  from: Settings,
  to: Settings,
): Promise<void> {
  if (to.riskScoreFrom !== null && to.riskScoreFrom !== from.riskScoreFrom)
    await transaction.$executeRaw`
      INSERT INTO review_change (business_id, subject_kind, subject_id, reason)
      SELECT business_id, 'deposit', deposit_id, 'risk-score' FROM deposit_risk
       WHERE business_id = ${businessId}::uuid AND risk_score IS NOT NULL`;
}
