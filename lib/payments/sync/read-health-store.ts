import 'server-only';
import { recordAttempt } from '#lib/businesses/index.ts';
import { database } from '#lib/database/pools.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';

/** Records that a payment was read, at most every half minute while reading works. */
export async function recordWorkingReads(businessId: BusinessId, at: Instant): Promise<void> {
  await recordAttempt(database(), { businessId, kind: 'payments', startedAt: at }, null, 30_000);
}

/** Records since when reading any payment of the business fails. They fail for many reasons, so it has no code. */
export async function recordFailingReads(businessId: BusinessId, at: Instant, error: string): Promise<void> {
  const attempt = { businessId, kind: 'payments', startedAt: at } as const;
  await recordAttempt(database(), attempt, { code: null, message: error.slice(0, 500) });
}
