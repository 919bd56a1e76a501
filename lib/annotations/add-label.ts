import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { addLabelForm } from './schema.ts';
import { findOrCreateLabel, findSubject, putLabel } from './store.ts';
import { announceChange } from './tell-change.ts';

/**
 * Puts a label on a payment, deposit or withdrawal; one that the business does not have yet is made. Throws Problem
 * 'not-found', 'forbidden', and 'invalid' for a label that is retired or where there are too many.
 */
export async function addLabel(
  context: Context<PersonActor>,
  input: z.output<typeof addLabelForm>,
): Promise<{ readonly labelId: string }> {
  const { businessId } = requirePermission(context, input.businessId, 'record.annotate');
  return inTransaction(async (transaction) => {
    const subject = await findSubject(transaction, businessId, input);
    const label = await findOrCreateLabel(transaction, context, businessId, input.name);
    const { labelId, name } = label;
    if (label.isRetired)
      throw new Problem('invalid', `The label “${name}” is retired. An owner can bring it back.`);
    if (!(await putLabel(transaction, context, subject, labelId))) return { labelId };
    await announceChange(transaction, subject);
    await writeAudit(transaction, context, {
      businessId,
      action: 'label.add',
      objectType: subject.kind,
      objectId: subject.recordId,
      after: { labelId, name, isNew: label.isNew },
    });
    return { labelId };
  });
}
