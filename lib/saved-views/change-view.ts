import 'server-only';
import type * as z from 'zod';
import { findStaleAuthentication, requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { normalizeViewQuery } from './model.ts';
import type { changeViewForm } from './schema.ts';
import { lockView, removeOthersDefault, updateView } from './store.ts';
import { listVisibleViewLists, requireListViewSharing, requireViewSharing } from './view-permissions.ts';

/**
 * Renames a view, updates its list state, shares it or stops sharing. Works on the person's own views, and on shared
 * ones with the permission.
 *
 * @throws Problem 'not-found', 'forbidden', and 'reauthentication-required' to take a shared one away from others
 */
export async function changeView(
  context: Context<PersonActor>,
  input: z.output<typeof changeViewForm>,
): Promise<{ readonly viewId: string }> {
  const needsSharing = input.wasShared || input.shared === true;
  const scope = requirePermission(context, input.businessId, 'read');
  if (needsSharing) requireViewSharing(context, scope);
  const { businessId } = scope;
  const { personId } = context.actor;
  const stale = await findStaleAuthentication(context);
  return inTransaction(async (transaction) => {
    const before = await lockView(transaction, businessId, input, personId, listVisibleViewLists(scope));
    if (needsSharing) requireListViewSharing(context, scope, before.list);
    const after = {
      ...before,
      name: input.name ?? before.name,
      query: input.query === null ? before.query : normalizeViewQuery(input.query),
      shared: input.shared ?? before.shared,
    };
    if (before.shared && !after.shared && stale !== null) throw stale;
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
