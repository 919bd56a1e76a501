import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import { findExistingSubjects, putLabelOnMany, takeLabelOffMany } from './many-store.ts';
import type { labelRecordsForm } from './schema.ts';
import { findOrCreateLabel, findWord } from './store.ts';
import { toTopic } from './tell-change.ts';

/** What became of them. `full` carry so many labels that no other one goes on. */
export type LabellingResult = { readonly changed: readonly string[]; readonly full: number };

/**
 * Puts one label on several records at once, or takes it off: all of them or none, each with its own entry in the audit
 * log. Names those that were changed, so that just these can be changed back. Throws Problem 'not-found', 'forbidden',
 * and 'invalid' for a label that is retired or that there is not.
 */
export async function labelRecords(
  context: Context<PersonActor>,
  input: z.output<typeof labelRecordsForm>,
): Promise<LabellingResult> {
  const { businessId } = requirePermission(context, input.businessId, 'record.annotate');
  const { kind, how } = input;
  const wanted = [...new Set(input.recordIds.map((id) => id.toLowerCase()))];
  return inTransaction(async (transaction) => {
    const known = await findExistingSubjects(transaction, businessId, kind, wanted);
    if (known.length !== wanted.length)
      throw new Problem(
        'not-found',
        `One of these ${toTopic(kind)} is not of this business. None was changed.`,
      );
    const label =
      how === 'add'
        ? await findOrCreateLabel(transaction, context, businessId, input.name)
        : await findWord(transaction, businessId, input.name);
    const { labelId, name } = label;
    if (how === 'add' && label.isRetired)
      throw new Problem('invalid', `The label “${name}” is retired. An owner can bring it back.`);
    const subjects = { businessId, kind, recordIds: known };
    const { changed, full } =
      how === 'add'
        ? await putLabelOnMany(transaction, context, subjects, labelId)
        : { changed: await takeLabelOffMany(transaction, subjects, labelId), full: 0 };
    if (changed.length > 0)
      await announce(transaction, { businessId, topics: [toTopic(kind)], ids: changed });
    const told = { labelId, name, together: changed.length };
    for (const objectId of changed)
      await writeAudit(transaction, context, {
        businessId,
        action: how === 'add' ? 'label.add' : 'label.remove',
        objectType: kind,
        objectId,
        ...(how === 'add' ? { after: told } : { before: told }),
      });
    return { changed, full };
  });
}
