import 'server-only';
import { createHash } from 'node:crypto';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { SnapshotReader } from '#lib/database/snapshot-reader.ts';
import { withSnapshotReader } from '#lib/database/snapshot-reader.ts';
import { toPlainTransaction } from '#lib/database/statements.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tJournal } from '#lib/messages/accounting.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { toDate } from '#lib/values/instant.ts';
import { countRecords } from './model/journal.ts';
import { findBooks, isBankStatement, layouts, needsRate, opensAccounts } from './model/targets.ts';
import type { Before } from './prepare-run.ts';
import { prepareRun, readBefore } from './prepare-run.ts';
import type { JournalChoice, startRunForm } from './schema.ts';
import { formatHeld, insertRun, listOpenedAccounts, lockRuns, markReplaced } from './store.ts';
import { writeFiles } from './write-files.ts';

/** Longest time in which a file of very many records is written. */
export const runTimeoutMs = 60_000;

/**
 * Returns the accounts that a file opens, because no file of another run does. A replacement opens those of the replaced run, too,
 * because further runs may need them.
 */
function findNewAccounts(
  used: readonly string[],
  runs: Awaited<ReturnType<typeof listOpenedAccounts>>,
  replaced: string | null,
): readonly string[] {
  const listOpened = (isReplaced: boolean) =>
    runs.flatMap(({ runId, accounts }) => ((runId === replaced) === isReplaced ? accounts : []));
  const others = new Set(listOpened(false));
  return [...new Set([...used, ...listOpened(true)])].filter((account) => !others.has(account)).toSorted();
}

/**
 * Writes a file of the journal and stores its bytes, in the caller's transaction. The file is null if it would have no entry. Entries
 * without a rate are only counted. The manifest names each of them, and each file of an archive.
 *
 * @throws Problem 'conflict' where the target would refuse the file
 */
export async function writeRun(
  transaction: Transaction,
  context: Context,
  {
    businessId,
    before,
    by,
    readSnapshot,
  }: {
    readonly businessId: BusinessId;
    readonly before: Before;
    readonly by: PersonId;
    readonly readSnapshot: SnapshotReader;
  },
  input: JournalChoice,
): Promise<{
  readonly file: { readonly runId: string; readonly number: number; readonly fileName: string } | null;
  readonly withoutRate: number;
}> {
  const { target, mode, currency, period, rate, rateSource } = input;
  const { settings } = before;
  const now = context.clock.now();
  await lockRuns(transaction, businessId);
  const readRuns = toPlainTransaction(transaction).run;
  // The snapshot begins once earlier runs have ended, so that it has the facts that they hold.
  const run = await readSnapshot((readFacts) =>
    prepareRun({ readFacts, readRuns }, before, businessId, input),
  );
  const { number, idRun, base, booked, movements, booking, exact, problems, refused } = run;
  const { replaced, leftOut, balances, isSummed, sawCloseAt } = run;
  if (problems.length > 0) throw new Problem('conflict', tJournal('refused.problems'));
  const withoutRate = refused.length;
  if (booked.length === 0) return { file: null, withoutRate };
  const createdAt = toDate(now);
  const hasRate = needsRate(target, currency, settings);
  const usedRate = hasRate && rate !== null ? { rate, source: rateSource } : null;
  const books = findBooks(target, currency, settings);
  const opened = opensAccounts(target)
    ? findNewAccounts(
        booked.flatMap(({ debit, credit }) => [settings.accounts[debit], settings.accounts[credit]]),
        await listOpenedAccounts(readRuns, businessId, target),
        replaced?.runId ?? null,
      )
    : [];
  const { fileName, body, files } = await writeFiles(input, {
    entries: booked,
    settings,
    days: period,
    createdAt,
    rate: usedRate,
    run: number,
    businessId,
    balances,
    opened,
    currency: books?.currency ?? currency,
  });
  const manifest = {
    run: number,
    idRun,
    target,
    layout: layouts[target],
    mode,
    currency,
    from: period.from,
    to: period.to,
    entries: booked.length,
    movements: countRecords(movements),
    change: exact,
    isSummed,
    booked: booking && { currency: books?.currency, exact: booking.exact, left: booking.left },
    rate: usedRate,
    refused,
    leftOut,
    opened,
    createdAt: createdAt.toISOString(),
    sawCloseAt: sawCloseAt && toDate(sawCloseAt).toISOString(),
    // A bank statement has the position only.
    posting: isBankStatement(target) ? null : settings.posting,
    sha256: createHash('sha256').update(body).digest('hex'),
    files,
  };
  const { runId, sha256 } = await insertRun(transaction, {
    businessId,
    number,
    target,
    mode,
    currency,
    days: period,
    body,
    manifest,
    held: formatHeld(movements, base),
    entries: booked.length,
    fileName,
    by,
    at: now,
  });
  if (replaced !== undefined) await markReplaced(transaction, businessId, replaced.runId, runId);
  await writeAudit(transaction, context, {
    businessId,
    action: replaced === undefined ? 'journal.export' : 'journal.replace',
    objectType: 'journal-run',
    objectId: runId,
    after: {
      number,
      target,
      mode,
      currency,
      from: period.from,
      to: period.to,
      entries: booked.length,
      sha256,
      ...(replaced && { replaced: replaced.number }),
    },
  });
  return { file: { runId, number, fileName }, withoutRate };
}

/**
 * Writes a file of the journal and stores its bytes. A new run holds only what no other run of its target and period holds. One that
 * replaces another holds everything that the replaced one held.
 *
 * @throws Problem 'not-found', 'forbidden', and 'conflict' where the target would refuse the file, or it would be empty
 */
export async function startRun(
  context: Context<PersonActor>,
  input: z.output<typeof startRunForm>,
): Promise<{ readonly runId: string; readonly number: number }> {
  const { businessId } = requirePermission(context, input.businessId, 'export');
  const before = await readBefore(businessId);
  const hasRate = needsRate(input.target, input.currency, before.settings) && input.rate !== null;
  if (hasRate && input.rateSource === '') throw new Problem('invalid', tJournal('refused.rateSource'));
  const by = context.actor.personId;
  return withSnapshotReader((readSnapshot) =>
    inTransaction(
      async (transaction) => {
        const { file, withoutRate } = await writeRun(
          transaction,
          context,
          { businessId, before, by, readSnapshot },
          input,
        );
        if (file === null)
          throw new Problem('conflict', tJournal(withoutRate > 0 ? 'refused.problems' : 'refused.empty'));
        return { runId: file.runId, number: file.number };
      },
      'read-committed',
      runTimeoutMs,
    ),
  );
}
