import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { requireFullAuthentication } from '#lib/factors/index.ts';
import { notifyOwners } from '#lib/people/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { readRestoreView } from './queries.ts';
import type { RestoreView, restoreForm } from './schema.ts';
import { confirmRestoredPeople } from './store.ts';

/**
 * Confirms the people of a business as the backup had them. Everyone but owners has access again from then on. The owners get a mail.
 *
 * @throws Problem 'forbidden', 'not-found' or 'reauthentication-required'
 */
export async function confirmPeople(
  context: Context<PersonActor>,
  input: z.output<typeof restoreForm>,
): Promise<RestoreView | null> {
  const { businessId } = requirePermission(context, input.businessId, 'team.manage');
  await requireFullAuthentication(context);
  await inTransaction(async (transaction) => {
    if (!(await confirmRestoredPeople(transaction, businessId))) return;
    await notifyOwners(
      transaction,
      context,
      { businessId, personIds: [] },
      { kind: 'accessGiven', how: 'peopleConfirmed' },
    );
    await writeAudit(transaction, context, {
      businessId,
      action: 'restore.confirm-people',
      objectType: 'business',
      objectId: businessId,
    });
  });
  return readRestoreView(context, businessId);
}
