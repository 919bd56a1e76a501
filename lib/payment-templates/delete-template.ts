import 'server-only';
import type * as z from 'zod';
import { findStaleAuthentication, requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { listTemplates } from './queries.ts';
import type { TemplatesView, templateForm } from './schema.ts';
import { lockTemplate, removeTemplate } from './store.ts';

/**
 * Deletes an own or a shared template. Payments created with the template don't change.
 *
 * @throws Problem 'not-found', 'forbidden', 'conflict' when it no longer exists, and 'reauthentication-required' for a
 * shared one, which others use
 */
export async function deleteTemplate(
  context: Context<PersonActor>,
  input: z.output<typeof templateForm>,
): Promise<TemplatesView> {
  const { businessId } = requirePermission(context, input.businessId, 'payment.create');
  const { templateId } = input;
  const { personId } = context.actor;
  const stale = await findStaleAuthentication(context);
  await inTransaction(async (transaction) => {
    const { name, shared, clientIdPattern } = await lockTemplate(transaction, {
      businessId,
      templateId,
      personId,
    });
    if (shared && stale !== null) throw stale;
    await removeTemplate(transaction, businessId, templateId);
    await writeAudit(transaction, context, {
      businessId,
      action: 'payment-template.delete',
      objectType: 'payment-template',
      objectId: templateId,
      before: { name, shared, clientIdPattern },
    });
  });
  return listTemplates(context, businessId);
}
