import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { readRestoreView } from './queries.ts';
import type { RestoreView, restoreForm } from './schema.ts';
import { resumePausedWork } from './store.ts';

/**
 * Resumes jobs and mail of the whole installation after a restore. They aren't divided by business.
 * @throws Problem 'forbidden' or 'not-found'.
 */
export async function resumeWork(
  context: Context<PersonActor>,
  input: z.output<typeof restoreForm>,
): Promise<RestoreView | null> {
  const { businessId } = requirePermission(context, input.businessId, 'connection.manage');
  const { personId } = context.actor;
  await inTransaction(async (transaction) => {
    if (!(await resumePausedWork(transaction, { personId, at: context.clock.now() }))) return;
    await writeAudit(transaction, context, {
      businessId,
      action: 'restore.resume',
      objectType: 'business',
      objectId: businessId,
    });
  });
  return readRestoreView(context, businessId);
}
