import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { instantColumn } from '#lib/database/columns.ts';
import { database } from '#lib/database/pools.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import { caseFormStates, draftFormNames, draftForms, isOffered } from './model.ts';
import { draftDays } from './model-limits.ts';
import type { Drafts } from './schema.ts';
import { findCaseOfDraft } from './store.ts';

const fields = z.record(z.string(), z.string());

/**
 * Lists the person's own drafts about a subject, of the forms that the person may use.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function listDrafts(
  context: Context<PersonActor>,
  business: string,
  subject: string,
): Promise<Drafts> {
  const { businessId, may } = requirePermission(context, business, 'account.use');
  const forms = draftFormNames.filter((form) => may(draftForms[form].permission));
  const oldest = addMilliseconds(context.clock.now(), -draftDays * 86_400_000);
  const rows = await database().formDraft.findMany({
    where: { businessId, personId: context.actor.personId, subject, form: { in: forms } },
    orderBy: { form: 'asc' },
  });
  const isOfCase = rows.some((row) => Object.hasOwn(caseFormStates, row.form));
  const ofCase = isOfCase ? await findCaseOfDraft(database(), businessId, subject) : null;
  const drafts = rows.flatMap((row) => {
    const form = forms.find((name) => name === row.form);
    if (form === undefined) return [];
    const savedAt = instantColumn(row.savedAt);
    const closedAt = isOffered(form, ofCase?.state) ? null : (ofCase?.changedAt ?? savedAt);
    return [{ form, fields: fields.parse(row.fields), savedAt, closedAt }];
  });
  // The pruning job deletes old ones later.
  return { drafts: drafts.filter(({ savedAt, closedAt }) => (closedAt ?? savedAt) >= oldest) };
}
