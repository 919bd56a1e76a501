import 'server-only';
import type { PlainTransaction } from '#lib/database/statements.ts';
import { storeEvents } from '#lib/events/index.ts';
import type { RecordChange } from '../model/record-change.ts';
import { listDirtyTimes } from './day-totals.ts';
import { listPartySubjects, updateParties } from './parties.ts';
import { listRecordEvents } from './record-events.ts';
import { storeReviewChanges } from './review-changes.ts';
import { listReadPayments, updateUnlistedDeposits } from './unlisted-deposits.ts';

/**
 * Applies everything that follows from changes of records. Every writer calls this in the transaction of the change: the
 * fold, a rewrite by new code, and expiry.
 */
export async function applyEffects(
  statements: PlainTransaction,
  changes: readonly RecordChange[],
): Promise<void> {
  await markDays(statements, changes);
  await updateUnlistedDeposits(statements, listReadPayments(changes));
  await updateParties(statements, listPartySubjects(changes));
  await storeReviewChanges(statements, changes);
  await storeEvents(statements, listRecordEvents(changes));
}

/** Marks the days whose totals changed. Marks are only added, so that no writer waits for another. */
async function markDays(statements: PlainTransaction, changes: readonly RecordChange[]): Promise<void> {
  const marks = new Map(
    changes.flatMap((change) =>
      listDirtyTimes(change).map(
        (at) => [`${change.businessId} ${at}`, { businessId: change.businessId, at }] as const,
      ),
    ),
  );
  if (marks.size === 0) return;
  const all = [...marks.values()];
  await statements.run(
    'INSERT INTO dirty_day (business_id, at) SELECT * FROM unnest($1::uuid[], $2::timestamptz[])',
    [all.map(({ businessId }) => businessId), all.map(({ at }) => new Date(at).toISOString())],
  );
}
