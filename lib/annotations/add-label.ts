import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { OnMade } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tAnnotationRefusals } from '#lib/messages/annotations.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { announceChange } from './announce-change.ts';
import type { addLabelForm } from './schema.ts';
import { attachLabel, findOrCreateLabel, findSubject } from './store.ts';

/**
 * Adds a label to a payment, deposit or withdrawal, and creates the label when it is new.
 *
 * @throws Problem 'not-found', 'forbidden', or 'invalid' when the label is retired or a limit is reached.
 */
export async function addLabel(
  context: Context<PersonActor>,
  input: z.output<typeof addLabelForm>,
  onMade?: OnMade,
): Promise<{ readonly labelId: string }> {
  const { businessId } = requirePermission(context, input.businessId, 'record.annotate', 'labels:write');
  return inTransaction(async (transaction) => {
    const subject = await findSubject(transaction, businessId, input);
    const label = await findOrCreateLabel(transaction, context, businessId, input.name);
    const { labelId, name } = label;
    if (label.isRetired) throw new Problem('invalid', tAnnotationRefusals('retired', { name }));
    await onMade?.(transaction, labelId);
    if (!(await attachLabel(transaction, context, subject, labelId))) return { labelId };
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
