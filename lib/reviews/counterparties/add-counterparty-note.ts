import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { deleteDraft } from '#lib/drafts/index.ts';
import { readMentions } from '#lib/people/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { storableText } from '#lib/values/storable-text.ts';
import { toDraftSubject } from './draft-subject.ts';
import { formatCounterparty, toStorableCounterparty } from './model.ts';
import type { addCounterpartyNoteForm } from './schema-notes.ts';
import { insertCounterpartyNote } from './store.ts';

/** Adds a note about an address or risk entity. It can't be changed later. */
export async function addCounterpartyNote(
  context: Context<PersonActor>,
  input: z.output<typeof addCounterpartyNoteForm>,
): Promise<{ readonly noteId: string }> {
  const { businessId } = requirePermission(context, input.businessId, 'review.work');
  const counterparty = toStorableCounterparty(input.counterparty);
  const text = storableText(input.text);
  const { personId } = context.actor;
  return inTransaction(async (transaction) => {
    const noteId = await insertCounterpartyNote(transaction, {
      businessId,
      counterparty,
      text,
      by: personId,
      at: context.clock.now(),
    });
    const subject = toDraftSubject(counterparty);
    await deleteDraft(transaction, { businessId, personId, form: 'counterparty-note', subject });
    await announce(transaction, { businessId, topics: ['reviews'] });
    const mentions = await readMentions(transaction, businessId, { text, permission: 'review.work' });
    await writeAudit(transaction, context, {
      businessId,
      action: 'review-counterparty.note',
      objectType: 'review-counterparty',
      objectId: subject,
      after: { kind: counterparty.kind, viewed: formatCounterparty(counterparty), noteId, text, ...mentions },
    });
    return { noteId };
  });
}
