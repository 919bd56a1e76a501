import 'server-only';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { businessesWithoutDays, compactDays, rebuildDays } from './day-store.ts';
import { moneyDays } from './money-store.ts';
import { statusDays } from './status-store.ts';

const kept = [moneyDays, statusDays];

/**
 * Keeps what Overview shows ready: makes the days of a business where there are none or its time zone has changed, then
 * takes into them what has changed since. Twice at once does no harm: the second finds the first at work and leaves it.
 */
export async function keepRollups(
  _context: Context<SystemActor>,
  stop: AbortSignal,
): Promise<{ made: number; taken: number }> {
  let [made, taken] = [0, 0];
  for (const sums of kept)
    for (const businessId of await businessesWithoutDays(sums)) {
      if (stop.aborted) break;
      if ((await rebuildDays(sums, businessId)) !== null) made += 1;
    }
  for (const sums of kept)
    while (!stop.aborted) {
      const count = await compactDays(sums);
      if (!count) break;
      taken += count;
    }
  return { made, taken };
}
