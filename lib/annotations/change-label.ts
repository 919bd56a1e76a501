import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import type { changeLabelForm } from './schema.ts';
import { lockVocabularyLabel, updateVocabularyLabel } from './store.ts';

/**
 * Renames, retires or restores a label. It stays on its records.
 *
 * @throws Problem 'not-found', 'forbidden', or 'invalid' when another label has the name.
 */
export async function changeLabel(
  context: Context<PersonActor>,
  input: z.output<typeof changeLabelForm>,
): Promise<{ readonly labelId: string }> {
  const { businessId } = requirePermission(context, input.businessId, 'label.manage');
  return inTransaction(async (transaction) => {
    const { labelId, ...before } = await lockVocabularyLabel(transaction, businessId, input.labelId);
    const name = input.name ?? before.name;
    const retired = input.retired ?? before.isRetired;
    await updateVocabularyLabel(transaction, businessId, {
      labelId,
      name,
      retiredAt: retired ? context.clock.now() : null,
    });
    await announce(transaction, { businessId, topics: ['labels', 'payments', 'deposits', 'withdrawals'] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'label.change',
      objectType: 'label',
      objectId: labelId,
      before: { name: before.name, retired: before.isRetired },
      after: { name, retired },
    });
    return { labelId };
  });
}
