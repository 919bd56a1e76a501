import 'server-only';
import { allBusinesses, lastAttempts, readBusiness } from '#lib/businesses/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { serviceSettings } from '#lib/service/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { askForMinimums, keepMinimums } from './refresh-minimums.ts';

/** Rate limits of the service are not shown (§8): SERVICE_REFRESH_SECONDS says how often it is asked. */
const everyMs = (): number => serviceSettings().refreshSeconds * 1_000;
const afterFailureMs = 5 * 60_000;

type Attempts = ReadonlyMap<string, { at: Instant; failed: boolean }>;

function due(businesses: readonly BusinessId[], attempts: Attempts, now: Instant): BusinessId[] {
  return businesses.filter((businessId) => {
    const last = attempts.get(businessId);
    return (
      last === undefined || now - last.at >= (last.failed ? Math.min(afterFailureMs, everyMs()) : everyMs())
    );
  });
}

/**
 * Reads each business's record and the deposit minimums from the service where the last reading is old enough. Safe
 * to run often and by several processes: a worker calls it each minute, a cron route as often as it is let.
 */
export async function refreshReadings(
  context: Context<SystemActor>,
): Promise<{ readonly businesses: number; readonly minimums: number }> {
  const businesses = await allBusinesses();
  const now = context.clock.now();
  const dueForRecord = due(businesses, await lastAttempts('business'), now);
  for (const businessId of dueForRecord) await readBusiness(context, businessId);
  const dueForMinimums = due(businesses, await lastAttempts('minimums'), now);
  if (dueForMinimums.length > 0) {
    // The operation takes no parameters: one answer serves every business.
    const read = await askForMinimums(context);
    for (const businessId of dueForMinimums)
      await inTransaction((transaction) => keepMinimums(transaction, businessId, read));
  }
  return { businesses: dueForRecord.length, minimums: dueForMinimums.length };
}
