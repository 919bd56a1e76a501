import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { readPageSnapshot } from '#lib/database/page-reads.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { listLeftOut } from '#lib/statements/index.ts';
import { groupProblems } from './model/group-problems.ts';
import { changesClearing, countRecords } from './model/journal.ts';
import { countFiles } from './model/targets.ts';
import { prepareRun, readBefore } from './prepare-run.ts';
import type { checkJournalForm, JournalCheck } from './schema.ts';

/** Problems, entries, and records that are left out, on a page of a check. */
const pageSize = 100;

/**
 * Checks what a file would hold, and names each entry that the target would refuse and each record that no file can hold, page by
 * page. Entries with the same problem are one line, whose entries `shown` names, also page by page.
 *
 * @throws Problem 'not-found', 'forbidden', and 'conflict' where runs of other periods share days
 */
export async function checkJournal(
  context: Context<PersonActor>,
  input: z.output<typeof checkJournalForm>,
): Promise<JournalCheck> {
  const { businessId } = requirePermission(context, input.businessId, 'export');
  const { page, shown, ...choice } = input;
  const before = await readBefore(businessId);
  return readPageSnapshot(
    context.signal,
    async (read) => {
      const run = await prepareRun({ readFacts: read, readRuns: read }, before, businessId, choice);
      const offset = page * pageSize;
      const { currency, period } = choice;
      const records = await listLeftOut(
        read,
        { ...before.terms, businessId, currency, period },
        { offset, limit: pageSize },
      );
      const leftOutCount = run.leftOut.reduce((sum, { count }) => sum + count, 0);
      const groups = groupProblems(run.problems);
      const group = shown && groups.find(({ problem, value }) => `${problem} ${value}` === shown.group);
      return {
        entries: run.booked.length,
        files: countFiles(choice.target, run.booked.length),
        movements: countRecords(run.movements.filter(changesClearing)),
        change: run.exact,
        problems: groups.slice(offset, offset + pageSize).map(({ entryIds, ...one }) => ({
          ...one,
          count: entryIds.length,
          entryId: entryIds[0] ?? null,
        })),
        problemCount: run.problems.length,
        shown: group
          ? {
              ...shown,
              entryIds: group.entryIds.slice(shown.page * pageSize, (shown.page + 1) * pageSize),
              pages: Math.ceil(group.entryIds.length / pageSize),
            }
          : null,
        refused: run.refused.slice(offset, offset + pageSize),
        refusedCount: run.refused.length,
        leftOut: run.leftOut,
        leftOutRecords: records,
        page,
        pages: Math.ceil(Math.max(groups.length, run.refused.length, leftOutCount) / pageSize),
      };
    },
    'totals',
  );
}
