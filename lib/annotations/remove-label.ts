import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announceChange } from './announce-change.ts';
import type { removeLabelForm } from './schema.ts';
import { detachLabel, findSubject } from './store.ts';

/** Removes a label from a record. Does nothing when the record no longer has it. @throws Problem 'not-found' or 'forbidden'. */
export async function removeLabel(
  context: Context<PersonActor>,
  input: z.output<typeof removeLabelForm>,
): Promise<{ readonly removed: boolean }> {
  const { businessId } = requirePermission(context, input.businessId, 'record.annotate');
  return inTransaction(async (transaction) => {
    const subject = await findSubject(transaction, businessId, input);
    const name = await detachLabel(transaction, subject, input.labelId);
    if (name === null) return { removed: false };
    await announceChange(transaction, subject);
    await writeAudit(transaction, context, {
      businessId,
      action: 'label.remove',
      objectType: subject.kind,
      objectId: subject.recordId,
      before: { labelId: input.labelId, name },
    });
    return { removed: true };
  });
}
