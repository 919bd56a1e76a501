import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tDrafts } from '#lib/messages/drafts.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { storableText } from '#lib/values/storable-text.ts';
import { caseFormStates, draftForms, isOffered, maxDrafts } from './model.ts';
import type { discardDraftForm, saveDraftForm } from './schema.ts';
import { deleteDraft, findCaseOfDraft, hasTooManyDrafts, storeDraft } from './store.ts';

/**
 * Saves the unsent text of a form for the person alone. A draft is no change of the business, so no audit entry records
 * it. One without text is deleted.
 *
 * @throws Problem 'not-found', 'forbidden', and 'conflict' if the case doesn't offer the form any more or the person has
 * too many drafts
 */
export async function saveDraft(
  context: Context<PersonActor>,
  input: z.output<typeof saveDraftForm>,
): Promise<{ readonly savedAt: number }> {
  const { form, subject } = input;
  const { businessId } = requirePermission(context, input.businessId, draftForms[form].permission);
  const now = context.clock.now();
  const key = { businessId, personId: context.actor.personId, form, subject };
  const fields = Object.fromEntries(
    Object.entries(input.fields).map(([name, text]) => [name, storableText(text)]),
  );
  const isEmpty = Object.values(fields).every((text) => text.trim() === '');
  await inTransaction(async (transaction) => {
    if (isEmpty) return deleteDraft(transaction, key);
    if (await hasTooManyDrafts(transaction, key))
      throw new Problem('conflict', tDrafts('problem.tooMany', { count: maxDrafts }));
    if (Object.hasOwn(caseFormStates, form)) {
      const ofCase = await findCaseOfDraft(transaction, businessId, subject);
      if (!isOffered(form, ofCase?.state)) throw new Problem('conflict', tDrafts('problem.closed'));
    }
    return storeDraft(transaction, key, fields, now);
  });
  return { savedAt: now };
}

/**
 * Deletes the person's own draft.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function discardDraft(
  context: Context<PersonActor>,
  input: z.output<typeof discardDraftForm>,
): Promise<{ readonly form: string }> {
  const { form, subject } = input;
  const { businessId } = requirePermission(context, input.businessId, draftForms[form].permission);
  const key = { businessId, personId: context.actor.personId, form, subject };
  await inTransaction((transaction) => deleteDraft(transaction, key));
  return { form };
}
