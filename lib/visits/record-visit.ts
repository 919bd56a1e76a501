import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { Instant } from '#lib/values/instant.ts';
import { storeVisit } from './store.ts';

/**
 * Records that the person visits the business, at most once an hour. Returns the end of the previous visit, or null at
 * the first one.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function recordVisit(context: Context<PersonActor>, business: string): Promise<Instant | null> {
  const { businessId } = requirePermission(context, business, 'read');
  return storeVisit(businessId, context.actor.personId, context.clock.now());
}
