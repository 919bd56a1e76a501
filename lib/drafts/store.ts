import 'server-only';
import { databasePool } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, CaseId, PersonId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, fromDate, toDate } from '#lib/values/instant.ts';
import type { DraftFormName } from './model.ts';
import { caseFormStates, maxDrafts } from './model.ts';
import { draftDays } from './model-limits.ts';

/** The key of a draft: one for each person, form and subject. */
export type DraftKey = {
  readonly businessId: BusinessId;
  readonly personId: PersonId;
  readonly form: DraftFormName;
  readonly subject: string;
};

/** Returns true if the person has reached the limit with other drafts. */
export async function hasTooManyDrafts(
  transaction: Transaction,
  { businessId, personId, form, subject }: DraftKey,
): Promise<boolean> {
  const others = await transaction.formDraft.count({
    where: { businessId, personId, NOT: { form, subject } },
  });
  return others >= maxDrafts;
}

/** Returns the state of the case that a draft is about, and when the case changed. Null if there is none. */
export async function findCaseOfDraft(
  client: Pick<Transaction, 'reviewCase'>,
  businessId: BusinessId,
  subject: string,
): Promise<{ readonly state: string; readonly changedAt: Instant } | null> {
  const caseId = parseId<CaseId>(subject);
  if (caseId === null) return null;
  const found = await client.reviewCase.findUnique({
    where: { businessId_caseId: { businessId, caseId } },
    select: { state: true, changedAt: true },
  });
  return found === null ? null : { state: found.state, changedAt: fromDate(found.changedAt) };
}

/** Stores a draft. */
export async function storeDraft(
  transaction: Transaction,
  key: DraftKey,
  fields: Readonly<Record<string, string>>,
  now: Instant,
): Promise<void> {
  const stored = { fields, savedAt: toDate(now) };
  await transaction.formDraft.upsert({
    where: { businessId_personId_form_subject: key },
    create: { ...key, ...stored },
    update: stored,
  });
}

/** Deletes a draft if it exists, such as when its text was sent. */
export async function deleteDraft(transaction: Transaction, key: DraftKey): Promise<void> {
  await transaction.formDraft.deleteMany({ where: key });
}

/** Deletes the drafts whose time is over. That of a form that its case closed began with the case's last change. */
export async function deleteOldDrafts(now: Instant): Promise<number> {
  const { rowCount } = await databasePool().query(
    `DELETE FROM form_draft d WHERE saved_at < $1 AND NOT EXISTS (
       SELECT FROM review_case c
        WHERE c.business_id = d.business_id AND c.case_id = CASE WHEN $2::jsonb ? d.form THEN d.subject::uuid END
          AND NOT $2::jsonb -> d.form ? c.state AND c.changed_at >= $1)`,
    [toDate(addMilliseconds(now, -draftDays * 86_400_000)), JSON.stringify(caseFormStates)],
  );
  return rowCount ?? 0;
}
