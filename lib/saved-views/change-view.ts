import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { viewQuery } from './model.ts';
import type { changeViewForm } from './schema.ts';
import { holdView, removeOthersDefault, updateView } from './store.ts';
import { listsSeen, requireSharer, requireSomeSharing } from './view-permissions.ts';

/**
 * Renames a view, keeps another state of the list under it, shares it or takes it back. One's own, or a shared one
 * for those who may share. Throws Problem.
 */
export async function changeView(
  context: Context<PersonActor>,
  input: z.output<typeof changeViewForm>,
): Promise<{ readonly viewId: string }> {
  const shares = input.wasShared || input.shared === true;
  const scope = requirePermission(context, input.businessId, 'read');
  if (shares) requireSomeSharing(context, scope);
  const { businessId } = scope;
  const { personId } = context.actor;
  return inTransaction(async (transaction) => {
    const before = await holdView(transaction, businessId, input, personId, listsSeen(scope));
    if (shares) requireSharer(context, scope, before.list);
    const after = {
      ...before,
      name: input.name ?? before.name,
      query: input.query === null ? before.query : viewQuery(input.query),
      shared: input.shared ?? before.shared,
    };
    await updateView(transaction, context, businessId, after);
    if (before.shared && !after.shared) await removeOthersDefault(transaction, businessId, after);
    await writeAudit(transaction, context, {
      businessId,
      action: 'list-view.change',
      objectType: 'list-view',
      objectId: before.viewId,
      before: { name: before.name, query: before.query, shared: before.shared },
      after: { name: after.name, query: after.query, shared: after.shared },
    });
    return { viewId: before.viewId };
  });
}
