import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tSavedViews } from '#lib/messages/list.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { setDefaultViewForm } from './schema.ts';
import { readViewList, storeDefault } from './store.ts';
import { findViewPermission } from './view-permissions.ts';

/**
 * Sets the view that opens by default for this person. Null is the whole list.
 *
 * @throws {Problem}
 */
export async function setDefaultView(
  context: Context<PersonActor>,
  input: z.output<typeof setDefaultViewForm>,
): Promise<{ readonly viewId: string | null }> {
  const { businessId } = requirePermission(context, input.businessId, findViewPermission(input.list, false));
  const { personId } = context.actor;
  const { list, viewId } = input;
  return inTransaction(async (transaction) => {
    if (viewId !== null) {
      const viewList = await readViewList(transaction, businessId, viewId, personId);
      if (viewList !== list) throw new Problem('conflict', tSavedViews('unknown'));
    }
    await storeDefault(transaction, { businessId, personId, list, viewId });
    await writeAudit(transaction, context, {
      businessId,
      action: 'list-view.default',
      objectType: 'list',
      objectId: list,
      after: { viewId },
    });
    return { viewId };
  });
}
