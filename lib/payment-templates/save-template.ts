import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { listTemplates } from './queries.ts';
import type { saveTemplateForm, TemplatesView } from './schema.ts';
import { insertTemplate } from './store.ts';

/**
 * Saves the terms of the form under a name, for this person or everyone who may create payments in the business.
 *
 * @throws Problem 'not-found', 'forbidden', and 'invalid' when the name is taken
 */
export async function saveTemplate(
  context: Context<PersonActor>,
  input: z.output<typeof saveTemplateForm>,
): Promise<TemplatesView & { readonly templateId: string }> {
  const { businessId } = requirePermission(context, input.businessId, 'payment.create');
  const { name, shared, fields } = input;
  const clientIdPattern = input.clientIdPattern === '' ? null : input.clientIdPattern;
  const templateId = await inTransaction(async (transaction) => {
    const id = await insertTemplate(transaction, {
      businessId,
      personId: context.actor.personId,
      name,
      shared,
      fields,
      clientIdPattern,
      at: context.clock.now(),
    });
    await writeAudit(transaction, context, {
      businessId,
      action: 'payment-template.save',
      objectType: 'payment-template',
      objectId: id,
      after: { name, shared, clientIdPattern, fields },
    });
    return id;
  });
  return { templateId, ...(await listTemplates(context, businessId)) };
}
