import 'server-only';
import { databasePool } from '#lib/database/pools.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';

/** Records that a payment was read, at most every half minute while reading works. */
export async function recordWorkingReads(businessId: BusinessId, at: Instant): Promise<void> {
  await databasePool().query(
    `INSERT INTO service_reading_state AS state (business_id, kind, last_attempt_at, last_success_at)
     VALUES ($1, 'payments', $2, $2)
     ON CONFLICT (business_id, kind) DO UPDATE SET last_attempt_at = EXCLUDED.last_attempt_at,
       last_success_at = EXCLUDED.last_success_at, failing_since = NULL, error_message = NULL
      WHERE state.failing_since IS NOT NULL OR state.last_success_at IS NULL
         OR state.last_success_at < EXCLUDED.last_success_at - interval '30 seconds'`,
    [businessId, toDate(at)],
  );
}

/** Records since when reading any payment of the business fails. */
export async function recordFailingReads(businessId: BusinessId, at: Instant, error: string): Promise<void> {
  await databasePool().query(
    `INSERT INTO service_reading_state AS state (business_id, kind, last_attempt_at, failing_since, error_message)
     VALUES ($1, 'payments', $2, $2, $3)
     ON CONFLICT (business_id, kind) DO UPDATE SET last_attempt_at = EXCLUDED.last_attempt_at,
       error_message = EXCLUDED.error_message, failing_since = coalesce(state.failing_since, EXCLUDED.failing_since)`,
    [businessId, toDate(at), error.slice(0, 500)],
  );
}
