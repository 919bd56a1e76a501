import 'server-only';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { tAnnotationRefusals } from '#lib/messages/annotations.ts';
import { readMentions } from '#lib/people/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { toDate } from '#lib/values/instant.ts';
import { announceChange } from './announce-change.ts';
import { labelKey, maximumRecordLabels } from './model.ts';
import type { AnnotatedRecord } from './store.ts';
import { findOrCreateLabel, insertNote } from './store.ts';

const compareKeys = (first: string, second: string): number => (first < second ? -1 : Number(first > second));

/**
 * Returns the ids of the labels with these names, and creates the new ones in the order of their keys. Requests with the
 * same new names then wait for each other in one order. The caller has checked the permission.
 *
 * @throws Problem 'invalid' when a label is retired or the business has too many labels.
 */
export async function findOrCreateLabels(
  transaction: Transaction,
  context: Context<PersonActor>,
  businessId: BusinessId,
  names: readonly string[],
): Promise<readonly string[]> {
  const ids = new Set<string>();
  const inOrder = names.toSorted((first, second) => compareKeys(labelKey(first), labelKey(second)));
  for (const requestedName of inOrder) {
    const { labelId, name, isRetired } = await findOrCreateLabel(
      transaction,
      context,
      businessId,
      requestedName,
    );
    if (isRetired) {
      const message = tAnnotationRefusals('retired', { name });
      throw new Problem('invalid', message, { fieldErrors: { labels: [message] } });
    }
    ids.add(labelId);
  }
  return [...ids];
}

/**
 * Adds a note and labels to a payment that was just created, in the name of the person who requested it. Labels beyond
 * the limit of a record are left out, because the payment must be saved in any case.
 */
export async function annotateCreatedPayment(
  transaction: Transaction,
  context: Context,
  created: {
    readonly businessId: BusinessId;
    readonly paymentId: string;
    readonly personId: PersonId;
    readonly note: string | null;
    readonly labelIds: readonly string[];
  },
): Promise<void> {
  const { businessId, paymentId, personId, note, labelIds } = created;
  const subject: AnnotatedRecord = { businessId, kind: 'payment', recordId: paymentId };
  const now = context.clock.now();
  const by = { businessId, objectType: 'payment', objectId: paymentId } as const;
  const labels = await transaction.label.findMany({
    where: { businessId, labelId: { in: [...labelIds] } },
    select: { labelId: true, name: true },
    orderBy: { labelId: 'asc' },
  });
  const room = maximumRecordLabels - (await transaction.recordLabel.count({ where: subject }));
  // A change of a label locks it before the audit log, so the labels come before the first entry.
  const added = await transaction.recordLabel.createManyAndReturn({
    data: labels
      .slice(0, Math.max(0, room))
      .map(({ labelId }) => ({ ...subject, labelId, addedById: personId, addedAt: toDate(now) })),
    skipDuplicates: true,
    select: { labelId: true },
  });
  if (note !== null) {
    const mentions = await readMentions(transaction, businessId, { text: note, permission: 'read' });
    const { noteId } = await insertNote(transaction, { personId, now }, subject, note);
    await writeAudit(transaction, context, {
      ...by,
      action: 'note.write',
      after: { noteId, text: note, personId, ...mentions },
    });
  }
  const addedIds = new Set(added.map(({ labelId }) => labelId));
  for (const { labelId, name } of labels.filter((label) => addedIds.has(label.labelId)))
    await writeAudit(transaction, context, {
      ...by,
      action: 'label.add',
      after: { labelId, name, isNew: false, personId },
    });
  await announceChange(transaction, subject);
}
