import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tBusinesses } from '#lib/messages/new-payment.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import { storeTimeZone } from './business-store.ts';
import type { setTimeZoneForm } from './schema.ts';

/** Sets the time zone of the business's days. It is a setting of this product, not part of the service's record. */
export async function setTimeZone(
  context: Context<PersonActor>,
  input: z.output<typeof setTimeZoneForm>,
): Promise<{ readonly timeZone: string }> {
  const { businessId } = requirePermission(context, input.businessId, 'connection.manage');
  const { timeZone } = input;
  await inTransaction(async (transaction) => {
    const before = await storeTimeZone(transaction, businessId, timeZone);
    if (before === null) throw new Problem('not-found', tBusinesses('unknown'));
    await announce(transaction, { businessId, topics: ['business'] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'business.set-time-zone',
      objectType: 'business',
      objectId: businessId,
      before: { timeZone: before },
      after: { timeZone },
    });
  });
  return { timeZone };
}
