import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { normalizeViewQuery } from './model.ts';
import type { saveViewForm } from './schema.ts';
import { insertView } from './store.ts';
import { findViewPermission } from './view-permissions.ts';

/**
 * Saves the current state of a list under a name, for this person or everyone at the business.
 *
 * @throws {Problem}
 */
export async function saveView(
  context: Context<PersonActor>,
  input: z.output<typeof saveViewForm>,
): Promise<{ readonly viewId: string }> {
  const { list, name, shared } = input;
  const { businessId } = requirePermission(context, input.businessId, findViewPermission(list, shared));
  const query = normalizeViewQuery(input.query);
  return inTransaction(async (transaction) => {
    const { viewId } = await insertView(transaction, context, { businessId, list, name, query, shared });
    await writeAudit(transaction, context, {
      businessId,
      action: 'list-view.save',
      objectType: 'list-view',
      objectId: viewId,
      after: { list, name, query, shared },
    });
    return { viewId };
  });
}
