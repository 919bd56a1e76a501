import 'server-only';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { listBusinessesWithoutDays, rebuildDays, recomputeDays } from './day-store.ts';

/**
 * Keeps the totals of days current. Builds the days of a business when they are missing or its time zone has changed, then
 * recomputes the changed days. Concurrent calls are safe: the second one finds the lock taken and stops.
 */
export async function updateRollups(
  _context: Context<SystemActor>,
  stop: AbortSignal,
): Promise<{ rebuilt: number; recomputed: number }> {
  let [rebuilt, recomputed] = [0, 0];
  for (const businessId of await listBusinessesWithoutDays()) {
    if (stop.aborted) break;
    if ((await rebuildDays(businessId)) !== null) rebuilt += 1;
  }
  while (!stop.aborted) {
    const count = await recomputeDays();
    if (!count) break;
    recomputed += count;
  }
  return { rebuilt, recomputed };
}
