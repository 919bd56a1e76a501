import 'server-only';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, toDate } from '#lib/values/instant.ts';
import type { DraftFormName } from './model.ts';
import { maxDrafts } from './model.ts';
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

/** Stores a draft. The database refuses it when its case doesn't offer the form. */
export async function storeDraft(
  transaction: Transaction,
  key: DraftKey,
  fields: Readonly<Record<string, string>>,
  now: Instant,
): Promise<void> {
  const stored = { fields, savedAt: toDate(now), closedAt: null };
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

/** Deletes the drafts whose time is over. Returns their number. */
export async function deleteOldDrafts(now: Instant): Promise<number> {
  const before = toDate(addMilliseconds(now, -draftDays * 86_400_000));
  const { count } = await database().formDraft.deleteMany({
    where: {
      OR: [{ closedAt: null, savedAt: { lt: before } }, { closedAt: { lt: before } }],
    },
  });
  return count;
}
