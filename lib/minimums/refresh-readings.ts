import 'server-only';
import { listAllBusinesses, readBusiness, readLastAttempts } from '#lib/businesses/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { serviceSettings } from '#lib/service/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fetchMinimums, storeMinimums } from './refresh-minimums.ts';

/** The interface doesn't show rate limits (§8), so SERVICE_REFRESH_SECONDS sets the interval. */
const refreshIntervalMs = (): number => serviceSettings().refreshSeconds * 1_000;
const retryMs = 5 * 60_000;

type Attempts = ReadonlyMap<string, { at: Instant; failed: boolean }>;

function listDue(businesses: readonly BusinessId[], attempts: Attempts, now: Instant): BusinessId[] {
  return businesses.filter((businessId) => {
    const last = attempts.get(businessId);
    return (
      last === undefined ||
      now - last.at >= (last.failed ? Math.min(retryMs, refreshIntervalMs()) : refreshIntervalMs())
    );
  });
}

/**
 * Reads business records and deposit minimums whose last reading is old enough. Safe to call often and from several
 * processes: a worker calls it each minute, a cron route at its own interval.
 */
export async function refreshReadings(
  context: Context<SystemActor>,
): Promise<{ readonly businesses: number; readonly minimums: number }> {
  const businesses = await listAllBusinesses();
  const now = context.clock.now();
  const dueForRecord = listDue(businesses, await readLastAttempts('business'), now);
  for (const businessId of dueForRecord) await readBusiness(context, businessId);
  const dueForMinimums = listDue(businesses, await readLastAttempts('minimums'), now);
  if (dueForMinimums.length > 0) {
    // The operation has no parameters: one answer serves every business.
    const read = await fetchMinimums(context);
    for (const businessId of dueForMinimums)
      await inTransaction((transaction) => storeMinimums(transaction, businessId, read));
  }
  return { businesses: dueForRecord.length, minimums: dueForMinimums.length };
}
