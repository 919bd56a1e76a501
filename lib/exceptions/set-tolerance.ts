import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import type { ExceptionTolerance, setToleranceForm } from './schema.ts';
import { storeTolerance } from './store.ts';

/**
 * Sets the differences that are no exceptions, for existing and new payments alike.
 *
 * @throws Problem 'not-found' or 'forbidden'.
 */
export async function setTolerance(
  context: Context<PersonActor>,
  input: z.output<typeof setToleranceForm>,
): Promise<ExceptionTolerance> {
  const { businessId } = requirePermission(context, input.businessId, 'connection.manage');
  const { maximumEur, maximumPercent } = input;
  const tolerance = { maximumEur, maximumPercent };
  await inTransaction(async (transaction) => {
    const before = await storeTolerance(transaction, businessId, tolerance);
    await announce(transaction, { businessId, topics: ['exceptions', 'payments', 'business'] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'exception.set-tolerance',
      objectType: 'business',
      objectId: businessId,
      before,
      after: tolerance,
    });
  });
  return tolerance;
}
