import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { isUuid } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant } from '#lib/values/instant.ts';
import type { SubjectKind } from '../../model.ts';
import { readNames } from '../../settings/queries/people.ts';
import type { Person } from '../../settings/schema-person.ts';
import type { WatchEntry, WatchList } from './schema.ts';
import type { StoredWatch } from './store.ts';
import { listRecordWatches, listStoredWatches, watchedCounterparty } from './store.ts';

const pageSize = 100;

/** Converts stored entries, with the names of the people. */
export async function toWatchEntries(
  stored: readonly StoredWatch[],
  now: Instant,
): Promise<readonly WatchEntry[]> {
  const named = await readNames(stored.flatMap((one) => [one.added_by, one.changed_by]));
  return stored.map((one) => toEntry(one, named, now));
}

const toEntry = (one: StoredWatch, named: (id: string) => Person, now: Instant): WatchEntry => ({
  watchId: one.watch_id,
  counterparty: watchedCounterparty(one),
  reason: one.reason,
  expiresAt: one.expires_at,
  isExpired: one.expires_at !== null && one.expires_at <= now,
  version: one.version,
  addedBy: named(one.added_by),
  addedAt: one.added_at,
  changedBy: named(one.changed_by),
  changedAt: one.changed_at,
});

function readCursor(text: string | null): { readonly at: Instant; readonly id: string } | null {
  const [, ms, id] = /^(\d{1,15})_(.+)$/.exec(text ?? '') ?? [];
  return ms === undefined || id === undefined || !isUuid(id) ? null : { at: instant(Number(ms)), id };
}

/**
 * Lists a page of the watch list, newest first, with expired entries. An invalid cursor returns the first page.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function listWatches(
  context: Context<PersonActor>,
  business: string,
  after: string | null = null,
): Promise<WatchList> {
  const { businessId } = requirePermission(context, business, 'review.work');
  const stored = await listStoredWatches(businessId, readCursor(after), pageSize + 1);
  const shown = stored.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    entries: await toWatchEntries(shown, context.clock.now()),
    after: stored.length > pageSize && last !== undefined ? `${last.added_at}_${last.watch_id}` : null,
  };
}

/**
 * Lists the active entries that concern the records of a case.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function listCaseWatches(
  context: Context<PersonActor>,
  business: string,
  subjects: readonly { readonly subjectKind: SubjectKind; readonly subjectId: string }[],
): Promise<readonly WatchEntry[]> {
  const { businessId } = requirePermission(context, business, 'review.work');
  const of = (kind: SubjectKind) =>
    subjects.filter(({ subjectKind }) => subjectKind === kind).map(({ subjectId }) => subjectId);
  const now = context.clock.now();
  const records = { deposits: of('deposit'), withdrawals: of('withdrawal') };
  return toWatchEntries(await listRecordWatches(businessId, records, now), now);
}
