import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { deleteDraft } from '#lib/drafts/index.ts';
import { readMentions } from '#lib/people/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import type { CaseId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import { storableText } from '#lib/values/storable-text.ts';
import type { addNoteForm } from './schema/case.ts';
import { lockCase } from './store/cases.ts';
import { insertNote } from './store/work.ts';

/**
 * Adds a note, which can't be changed later. The case's version stays, because a note doesn't invalidate an open
 * form.
 */
export async function addNote(
  context: Context<PersonActor>,
  input: z.output<typeof addNoteForm>,
): Promise<{ readonly noteId: string }> {
  const { businessId } = requirePermission(context, input.businessId, 'review.work');
  return inTransaction(async (transaction) => {
    const { caseId } = await lockCase(transaction, businessId, parseId<CaseId>(input.caseId));
    const { personId } = context.actor;
    const text = storableText(input.text);
    const at = context.clock.now();
    const noteId = await insertNote(transaction, { businessId, caseId, personId, at, text });
    await deleteDraft(transaction, {
      businessId,
      personId: context.actor.personId,
      form: 'case-note',
      subject: caseId,
    });
    await announce(transaction, { businessId, topics: ['reviews'], ids: [caseId] });
    const mentions = await readMentions(transaction, businessId, { text, permission: 'review.work' });
    await writeAudit(transaction, context, {
      businessId,
      action: 'review-case.note',
      objectType: 'review-case',
      objectId: caseId,
      after: { noteId, text, ...mentions },
    });
    return { noteId };
  });
}
