import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tAnnotationRefusals } from '#lib/messages/annotations.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import { toTopic } from './announce-change.ts';
import type { labelRecordsForm } from './schema.ts';
import { attachLabelToRecords, detachLabelFromRecords, lockSubjects } from './selection-store.ts';
import { findOrCreateLabel, findVocabularyLabel } from './store.ts';

/** The changed records, and the number of records that already have the maximum number of labels. */
export type LabellingResult = { readonly changed: readonly string[]; readonly full: number };

/**
 * Adds a label to several records or removes it, in one transaction with an audit entry for each record. Returns the
 * changed records so that the change can be undone.
 *
 * @throws Problem 'not-found', 'forbidden', or 'invalid' when the label is retired or does not exist.
 */
export async function labelRecords(
  context: Context<PersonActor>,
  input: z.output<typeof labelRecordsForm>,
): Promise<LabellingResult> {
  const { businessId } = requirePermission(context, input.businessId, 'record.annotate');
  const { kind, operation } = input;
  const requestedIds = [...new Set(input.recordIds.map((id) => id.toLowerCase()))];
  return inTransaction(async (transaction) => {
    const existingIds = await lockSubjects(transaction, businessId, kind, requestedIds);
    if (existingIds.length !== requestedIds.length)
      throw new Problem('not-found', tAnnotationRefusals(`missingRecords.${kind}`));
    const label =
      operation === 'add'
        ? await findOrCreateLabel(transaction, context, businessId, input.name)
        : await findVocabularyLabel(transaction, businessId, input.name);
    const { labelId, name } = label;
    if (operation === 'add' && label.isRetired)
      throw new Problem('invalid', tAnnotationRefusals('retired', { name }));
    const subjects = { businessId, kind, recordIds: existingIds };
    const { changed, full } =
      operation === 'add'
        ? await attachLabelToRecords(transaction, context, subjects, labelId)
        : { changed: await detachLabelFromRecords(transaction, subjects, labelId), full: 0 };
    if (changed.length > 0)
      await announce(transaction, { businessId, topics: [toTopic(kind)], ids: changed });
    const entry = { labelId, name, together: changed.length };
    for (const objectId of changed)
      await writeAudit(transaction, context, {
        businessId,
        action: operation === 'add' ? 'label.add' : 'label.remove',
        objectType: kind,
        objectId,
        ...(operation === 'add' ? { after: entry } : { before: entry }),
      });
    return { changed, full };
  });
}
