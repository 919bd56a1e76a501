import 'server-only';
import { findScope } from '#lib/access/index.ts';
import { prepareScheduledRun } from '#lib/accounting/index.ts';
import type { Posting } from '#lib/accounting/model/journal.ts';
import type { SnapshotReader } from '#lib/database/snapshot-reader.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import type { Period } from '#lib/statements/model/period.ts';
import { parsePeriod } from '#lib/statements/model/period.ts';
import { Problem } from '#lib/values/errors.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import type { ReportContent, WithoutRate } from './model/content.ts';
import { findNextRun, findRunPeriod } from './model/next-run.ts';
import type { OpenRun } from './store.ts';
import { listEarlierRuns } from './store.ts';

type JournalContent = Extract<ReportContent, { kind: 'journal' }>;

/** A run writes at most this many files for earlier periods. The next one writes the others. */
const maximumLateFiles = 31;

/** Each run reads this many periods before its own again. */
const alwaysRead = 31;
/** An open period before these is read again after this many runs, so that each run doesn’t read a whole year. */
const runsPerTurn = 13;

/**
 * Returns the periods of earlier runs of a schedule, the oldest first, when a run has found nothing that waits in closed ones, and
 * whether an open one is read now. A failed run has the period that it should have had. The map has how many entries without a rate the last
 * run has named of a period.
 */
async function listEarlierPeriods(
  { run, schedule: { timing }, zone }: OpenRun,
  current: Period,
  posting: Posting,
) {
  const runs = await listEarlierRuns(run);
  const last = runs.findLastIndex(
    ({ content }) => content?.kind === 'journal' && content.completeFor === posting,
  );
  const checks = new Map<string, Instant | null>();
  for (const [index, { content, dueAt }] of runs.entries()) {
    // The timing may have changed since.
    const isOfTiming = findNextRun(timing, zone, addMilliseconds(dueAt, -1)) === dueAt;
    const ofTiming = isOfTiming ? findRunPeriod(timing.cadence, zone, dueAt) : '';
    const text = content?.kind === 'journal' ? content.period : ofTiming;
    if (!checks.has(text)) checks.set(text, index <= last ? (runs[last]?.startedAt ?? null) : null);
  }
  const named = new Map<string, number>();
  for (const { content } of runs)
    if (content?.kind === 'journal')
      for (const { period, count } of content.withoutRate) named.set(period, count);
  const periods = [...checks].flatMap(([text, checkedAt]) => {
    const period = text === current.text ? null : parsePeriod(text);
    return period === null ? [] : [{ period, checkedAt }];
  });
  const checked = periods.map(({ period, checkedAt }, index) => {
    // Each run adds a period.
    const age = periods.length - index;
    return { period, checkedAt, isReadNow: age <= alwaysRead || age % runsPerTurn === 0 };
  });
  return { periods: checked, named };
}

/** The files that a run wrote, or why it wrote none. */
export type WrittenJournal = Pick<JournalContent, 'run' | 'late' | 'withoutRate' | 'completeFor'> | 'refused';

/**
 * Returns what writes the accounting file, for the person who set the schedule up. It also writes further files for earlier periods
 * of the schedule, because a deposit may become known after the run of its day. It returns `refused` if their role doesn't allow it
 * any more, or the target would refuse the file. A `run` of null has no entry that can be booked.
 */
export async function prepareJournal(
  context: Context<SystemActor>,
  open: OpenRun,
  { currency, period: text, target, mode }: JournalContent,
): Promise<(transaction: Transaction, readSnapshot: SnapshotReader) => Promise<WrittenJournal>> {
  const { schedule, zone } = open;
  const { businessId, createdBy } = schedule;
  const scope = await findScope(businessId, createdBy, context.clock.now());
  const period = parsePeriod(text);
  if (period === null || scope?.may('export') !== true) return async () => 'refused';
  const choice = { target, mode, currency };
  const files = await prepareScheduledRun(context, scope, { timeZone: zone, by: createdBy });
  const { posting } = files;
  const { periods, named } = await listEarlierPeriods(open, period, posting);
  const earlier = await files.findLate(choice, periods);
  return async (transaction, readSnapshot) => {
    const withoutRate: WithoutRate[] = [];
    const write = async (one: Period) => {
      try {
        const written = await files.write({ transaction, readSnapshot }, choice, one);
        if (written.withoutRate > 0) withoutRate.push({ period: one.text, count: written.withoutRate });
        return written.file;
      } catch (error) {
        if (error instanceof Problem) return 'refused';
        throw error;
      }
    };
    const run = await write(period);
    // The files of earlier periods wait for the next run.
    if (run === 'refused') return 'refused';
    const late: JournalContent['late'] = [];
    for (const one of earlier.late.slice(0, maximumLateFiles)) {
      const file = await write(one);
      if (file !== null && file !== 'refused') late.push({ runId: file.runId, fileName: file.fileName });
    }
    // They have no file. The last run that named any of the period may have named the same.
    withoutRate.push(...earlier.withoutRate.filter((one) => one.count !== named.get(one.period)));
    return {
      run: run && { runId: run.runId, fileName: run.fileName },
      late,
      withoutRate,
      completeFor: earlier.isAccepted && late.length === earlier.late.length ? posting : null,
    };
  };
}
