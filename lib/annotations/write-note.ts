import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { OnMade } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { readMentions } from '#lib/people/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { storableText } from '#lib/values/storable-text.ts';
import { announceChange } from './announce-change.ts';
import type { writeNoteForm } from './schema.ts';
import { findSubject, insertNote } from './store.ts';

/** Writes a note about a payment, deposit or withdrawal. @throws Problem 'not-found' or 'forbidden'. */
export async function writeNote(
  context: Context<PersonActor>,
  input: z.output<typeof writeNoteForm>,
  onMade?: OnMade,
): Promise<{ readonly noteId: string }> {
  const { businessId } = requirePermission(context, input.businessId, 'record.annotate', 'notes:write');
  const text = storableText(input.text);
  return inTransaction(async (transaction) => {
    const subject = await findSubject(transaction, businessId, input);
    const { noteId } = await insertNote(
      transaction,
      { personId: context.actor.personId, now: context.clock.now() },
      subject,
      text,
    );
    await onMade?.(transaction, noteId);
    await announceChange(transaction, subject);
    await writeAudit(transaction, context, {
      businessId,
      action: 'note.write',
      objectType: subject.kind,
      objectId: subject.recordId,
      after: { noteId, text, ...(await readMentions(transaction, businessId, { text, permission: 'read' })) },
    });
    return { noteId };
  });
}
