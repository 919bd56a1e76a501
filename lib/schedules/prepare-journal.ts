import 'server-only';
import { findScope } from '#lib/access/index.ts';
import { prepareScheduledRun } from '#lib/accounting/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import type { Period } from '#lib/statements/model/period.ts';
import { parsePeriod } from '#lib/statements/model/period.ts';
import { Problem } from '#lib/values/errors.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import type { ReportContent } from './model/content.ts';
import { findNextRun, findRunPeriod } from './model/next-run.ts';
import type { OpenRun } from './store.ts';
import { listEarlierRuns } from './store.ts';

type JournalContent = Extract<ReportContent, { kind: 'journal' }>;

/** A run writes at most this many files for earlier periods. The next one writes the others. */
const maximumLateFiles = 31;

/** Returns the periods of earlier runs of a schedule, the oldest first. A failed run has the period that it should have had. */
async function listEarlierPeriods(
  { run, schedule: { timing }, zone }: OpenRun,
  current: Period,
): Promise<readonly Period[]> {
  const texts = (await listEarlierRuns(run)).map(({ content, dueAt }) => {
    if (content?.kind === 'journal') return content.period;
    // The timing may have changed since.
    const isOfTiming = findNextRun(timing, zone, addMilliseconds(dueAt, -1)) === dueAt;
    return isOfTiming ? findRunPeriod(timing.cadence, zone, dueAt) : '';
  });
  return [...new Set(texts)].flatMap((text) => {
    const period = text === current.text ? null : parsePeriod(text);
    return period === null ? [] : [period];
  });
}

/**
 * Returns what writes the accounting file, for the person who set the schedule up. It also writes further files for earlier periods
 * of the schedule, because a deposit may become known after the run of its day. It returns `refused` if their role doesn't allow it
 * any more, or the target would refuse the file. A `run` of null has no new entry.
 */
export async function prepareJournal(
  context: Context<SystemActor>,
  open: OpenRun,
  { currency, period: text, target, mode }: JournalContent,
): Promise<(transaction: Transaction) => Promise<Pick<JournalContent, 'run' | 'late'> | 'refused'>> {
  const { schedule, zone } = open;
  const { businessId, createdBy } = schedule;
  const scope = await findScope(businessId, createdBy, context.clock.now());
  const period = parsePeriod(text);
  if (period === null || scope?.may('export') !== true) return async () => 'refused';
  const choice = { target, mode, currency };
  const files = await prepareScheduledRun(context, scope, { timeZone: zone, by: createdBy });
  const periods = await files.findLate(choice, await listEarlierPeriods(open, period));
  return async (transaction) => {
    const write = async (one: Period) => {
      try {
        return await files.write(transaction, choice, one);
      } catch (error) {
        if (error instanceof Problem) return 'refused';
        throw error;
      }
    };
    const run = await write(period);
    // The files of earlier periods wait for the next run.
    if (run === 'refused') return 'refused';
    const late: JournalContent['late'] = [];
    for (const one of periods.slice(0, maximumLateFiles)) {
      const file = await write(one);
      if (file !== null && file !== 'refused') late.push({ runId: file.runId, fileName: file.fileName });
    }
    return { run: run && { runId: run.runId, fileName: run.fileName }, late };
  };
}
