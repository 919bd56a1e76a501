import 'server-only';
import type { Scope } from '#lib/access/index.ts';
import type { SnapshotReader } from '#lib/database/snapshot-reader.ts';
import type { PlainTransaction } from '#lib/database/statements.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { tJournal } from '#lib/messages/accounting.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import {
  isClosedSince,
  isReopenedSince,
  maximumMovements,
  readAgreed,
  readBasis,
  readLongSnapshot,
  readReopenings,
} from '#lib/statements/index.ts';
import type { Period } from '#lib/statements/model/period.ts';
import { Problem } from '#lib/values/errors.ts';
import type { PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { writeRun } from './make-run.ts';
import type { Before } from './prepare-run.ts';
import { prepareRun } from './prepare-run.ts';
import { readSettings } from './queries.ts';
import type { JournalChoice } from './schema.ts';

/** An earlier period, when a run has found nothing new in closed ones (null: none has), and if it is read while it is open. */
type CheckedPeriod = {
  readonly period: Period;
  readonly checkedAt: Instant | null;
  readonly isReadNow: boolean;
};

type ScheduledChoice = Pick<JournalChoice, 'target' | 'mode' | 'currency'>;

/**
 * Prepares files that a schedule writes for the person of a scope who set it up. The function `write` writes one in a transaction,
 * or returns no file if no movement can be booked. The function `findLate` returns the earlier periods with entries that no run holds,
 * whether the target accepts all of them, and how many only need a rate in periods without others.
 *
 * @throws Problem 'forbidden', and later 'conflict' where the target would refuse the file
 */
export async function prepareScheduledRun(
  context: Context<SystemActor>,
  { businessId, may }: Scope,
  { timeZone, by }: { readonly timeZone: string; readonly by: PersonId },
) {
  if (!may('export')) throw new Problem('forbidden', tJournal('refused.noRun'));
  const [countsCallbacks, settings] = await Promise.all([readBasis(businessId), readSettings(businessId)]);
  const before: Before = { terms: { timeZone, countsCallbacks }, settings, maximum: maximumMovements };
  const toInput = (choice: ScheduledChoice, period: Period): JournalChoice => ({
    businessId,
    ...choice,
    period,
    rate: null,
    rateSource: '',
    replaces: '',
  });
  return {
    write: (
      { transaction, readSnapshot }: { transaction: Transaction; readSnapshot: SnapshotReader },
      choice: ScheduledChoice,
      period: Period,
    ) => writeRun(transaction, context, { businessId, before, by, readSnapshot }, toInput(choice, period)),
    posting: settings.posting,
    findLate: (choice: ScheduledChoice, periods: readonly CheckedPeriod[]) =>
      readLongSnapshot(context, async (read) => {
        const agreed = await readAgreed(read, businessId, choice.currency);
        const reopenings = await readReopenings(read, businessId, choice.currency);
        const late: Period[] = [];
        const withoutRate: { readonly period: string; readonly count: number }[] = [];
        let isAccepted = true;
        for (const { period, checkedAt, isReadNow } of periods) {
          if (checkedAt !== null && isClosedSince(agreed, period, checkedAt)) continue;
          const isClosed = agreed.closes.some(({ from, to }) => from <= period.to && to >= period.from);
          // Its file may differ from what was closed.
          const isReopened = isReopenedSince(reopenings, period, checkedAt);
          if (!isReadNow && !isClosed && !isReopened) continue;
          const { entries, count } = await findNewEntries(read, before, toInput(choice, period));
          if (entries === 'accepted') late.push(period);
          if (entries === 'refused') isAccepted = false;
          if (count > 0) withoutRate.push({ period: period.text, count });
        }
        return { late, isAccepted, withoutRate };
      }),
  };
}

/** Returns if a period has entries that no run holds, if the target would accept them, and how many it refuses only without a rate. */
async function findNewEntries(
  read: PlainTransaction['run'],
  before: Before,
  input: JournalChoice,
): Promise<{ readonly entries: 'none' | 'accepted' | 'refused'; readonly count: number }> {
  try {
    const reads = { readFacts: read, readRuns: read };
    const { booked, problems, refused } = await prepareRun(reads, before, input.businessId, input);
    if (problems.length > 0) return { entries: 'refused', count: 0 };
    if (booked.length > 0) return { entries: 'accepted', count: 0 };
    return { entries: refused.length > 0 ? 'refused' : 'none', count: refused.length };
  } catch (error) {
    // Files that people made for other days hold this period.
    if (error instanceof Problem) return { entries: 'none', count: 0 };
    throw error;
  }
}
