import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tAnnotationRefusals } from '#lib/messages/annotations.ts';
import { readMentions } from '#lib/people/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { storableText } from '#lib/values/storable-text.ts';
import { announceChange } from './announce-change.ts';
import { recordKinds } from './model.ts';
import type { editNoteForm } from './schema.ts';
import { lockNote, updateNoteText } from './store.ts';

/**
 * Changes the text of a note and keeps its earlier texts.
 *
 * @throws Problem 'not-found', 'forbidden', or 'conflict' when another person wrote it or the version is outdated.
 */
export async function editNote(
  context: Context<PersonActor>,
  input: z.output<typeof editNoteForm>,
): Promise<{ readonly version: number }> {
  const { businessId } = requirePermission(context, input.businessId, 'record.annotate');
  const text = storableText(input.text);
  return inTransaction(async (transaction) => {
    const note = await lockNote(transaction, businessId, input.noteId);
    if (note.authorId !== context.actor.personId)
      throw new Problem('conflict', tAnnotationRefusals('notAuthor'));
    if (note.version !== input.version) throw new Problem('conflict', tAnnotationRefusals('editedElsewhere'));
    if (note.text === text) return { version: note.version };
    const version = note.version + 1;
    await updateNoteText(transaction, context, businessId, { noteId: note.noteId, version, text });
    const kind = z.enum(recordKinds).parse(note.kind);
    await announceChange(transaction, { businessId, kind, recordId: note.recordId });
    const read = { text, earlier: note.text, permission: 'read' as const };
    await writeAudit(transaction, context, {
      businessId,
      action: 'note.edit',
      objectType: kind,
      objectId: note.recordId,
      before: { noteId: note.noteId, text: note.text },
      after: { noteId: note.noteId, text, ...(await readMentions(transaction, businessId, read)) },
    });
    return { version };
  });
}
