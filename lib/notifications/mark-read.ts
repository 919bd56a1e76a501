import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { listVisibleKinds } from './model.ts';
import type { markReadForm } from './schema.ts';
import { storeRead } from './store.ts';

/**
 * Marks the person's own notifications as read. It changes nothing of the business, so no audit entry records it.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function markRead(
  context: Context<PersonActor>,
  { businessId: business, ids }: z.output<typeof markReadForm>,
): Promise<{ readonly marked: number }> {
  const scope = requirePermission(context, business, 'account.use');
  const inbox = {
    businessId: scope.businessId,
    personId: context.actor.personId,
    kinds: listVisibleKinds(scope),
  };
  return { marked: await storeRead(inbox, ids, context.clock.now()) };
}
