import 'server-only';
import type * as z from 'zod';
import { findStaleAuthentication, requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { listTemplates } from './queries.ts';
import type { changeTemplateForm, TemplatesView } from './schema.ts';
import type { StoredTemplate } from './store.ts';
import { lockTemplate, updateTemplate } from './store.ts';

/** Returns what an audit entry names: always name and sharing, values and pattern only if they were entered. */
const describeChange = (
  { name, shared, fields, clientIdPattern }: StoredTemplate,
  input: z.output<typeof changeTemplateForm>,
) => ({
  name,
  shared,
  ...(input.fields !== null && { fields }),
  ...(input.clientIdPattern !== null && { clientIdPattern }),
});

/**
 * Renames a template, replaces its values or its pattern, shares it or stops sharing it. Everyone who may create payments
 * can change shared ones.
 *
 * @throws Problem 'not-found', 'forbidden', 'conflict' when it no longer exists, 'invalid' when the name is taken, and
 * 'reauthentication-required' to take a shared one away from others
 */
export async function changeTemplate(
  context: Context<PersonActor>,
  input: z.output<typeof changeTemplateForm>,
): Promise<TemplatesView> {
  const { businessId } = requirePermission(context, input.businessId, 'payment.create');
  const { templateId } = input;
  const { personId } = context.actor;
  const stale = await findStaleAuthentication(context);
  await inTransaction(async (transaction) => {
    const before = await lockTemplate(transaction, { businessId, templateId, personId });
    const after = {
      ...before,
      name: input.name ?? before.name,
      shared: input.shared ?? before.shared,
      fields: input.fields ?? before.fields,
      clientIdPattern:
        input.clientIdPattern === null ? before.clientIdPattern : input.clientIdPattern || null,
    };
    if (before.shared && !after.shared && stale !== null) throw stale;
    await updateTemplate(transaction, businessId, after, context.clock.now());
    await writeAudit(transaction, context, {
      businessId,
      action: 'payment-template.change',
      objectType: 'payment-template',
      objectId: templateId,
      before: describeChange(before, input),
      after: describeChange(after, input),
    });
  });
  return listTemplates(context, businessId);
}
