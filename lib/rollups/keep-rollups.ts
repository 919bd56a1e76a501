import 'server-only';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { businessesToCount, compactStatuses, makeStatusesAnew } from './status-store.ts';
import { businessesToMake, compactMoney, makeMoneyAnew } from './store.ts';

/**
 * Keeps what Overview shows ready: makes the days of a business where there are none or its time zone has changed, then
 * takes into them what has changed since. Twice at once does no harm: the second finds the first at work and leaves it.
 */
export async function keepRollups(
  _context: Context<SystemActor>,
  stop: AbortSignal,
): Promise<{ made: number; taken: number }> {
  let [made, taken] = [0, 0];
  for (const businessId of await businessesToMake()) {
    if (stop.aborted) break;
    if ((await makeMoneyAnew(businessId)) !== null) made += 1;
  }
  for (const businessId of await businessesToCount()) {
    if (stop.aborted) break;
    if ((await makeStatusesAnew(businessId)) !== null) made += 1;
  }
  for (const compact of [compactMoney, compactStatuses])
    while (!stop.aborted) {
      const count = await compact();
      if (!count) break;
      taken += count;
    }
  return { made, taken };
}
