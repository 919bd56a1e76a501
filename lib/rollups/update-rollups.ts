import 'server-only';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { applyDayDifferences, listBusinessesWithoutDays, rebuildDays } from './day-store.ts';
import { moneyDaySums } from './money-store.ts';
import { statusDaySums } from './status-store.ts';

const rollups = [moneyDaySums, statusDaySums];

/**
 * Keeps the sums of Overview current. Builds the days of a business when they are missing or its time zone has
 * changed, then adds the pending differences. Concurrent calls are safe: the second one finds the lock taken and
 * stops.
 */
export async function updateRollups(
  _context: Context<SystemActor>,
  stop: AbortSignal,
): Promise<{ made: number; taken: number }> {
  let [made, taken] = [0, 0];
  for (const sums of rollups)
    for (const businessId of await listBusinessesWithoutDays(sums)) {
      if (stop.aborted) break;
      if ((await rebuildDays(sums, businessId)) !== null) made += 1;
    }
  for (const sums of rollups)
    while (!stop.aborted) {
      const count = await applyDayDifferences(sums);
      if (!count) break;
      taken += count;
    }
  return { made, taken };
}
