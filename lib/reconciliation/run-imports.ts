import 'server-only';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { findScope } from '#lib/access/index.ts';
import { classifyDatabaseError, isTransactionTimeout } from '#lib/database/errors.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tReconciliationRefusals } from '#lib/messages/reconciliation.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { lockMatches } from '#lib/statements/index.ts';
import { applyWaitingRules } from './apply-waiting-rules.ts';
import { openStatementFile } from './files/open-statement-file.ts';
import type { ImportProgress, LeasedImport } from './import-store.ts';
import {
  createEntryKeys,
  endImport,
  leaseImport,
  lockLease,
  readImportBytes,
  renewLease,
  storeEntries,
  storeTotal,
} from './import-store.ts';
import { importLimits } from './model/choices.ts';
import { columnMapping } from './model/columns.ts';
import type { FileFailure, ReadItem } from './model/entries.ts';
import { StatementFileError } from './model/entries.ts';
import { readReconciliationSettings } from './reconciliation-setting.ts';
import { removeLinesOfFile } from './remove-lines.ts';
import { applyRules, jobRulesTimeoutMs } from './run-rules.ts';

/** Entries of one statement of SQL. */
const entriesPerInsert = 2_000;
/** Entries that are read before other work has a turn. */
const entriesPerTurn = 500;

/** Stops the reading of a file, which another run begins again, or has begun. */
class ImportInterrupted extends Error {
  override readonly name = 'ImportInterrupted';
}

/** @throws ImportInterrupted if another process reads the file */
async function keepLease({ clock }: Context<SystemActor>, lease: LeasedImport): Promise<void> {
  if (!(await renewLease(lease, clock.now()))) throw new ImportInterrupted();
}

/** Counts the lines of a whole file before anything of it is stored, so that a damaged file changes nothing. */
async function countItems(
  context: Context<SystemActor>,
  lease: LeasedImport,
  items: AsyncIterable<ReadItem>,
  signal: AbortSignal,
): Promise<number> {
  let count = 0;
  for await (const { kind } of items) {
    if (kind === 'entry' || kind === 'skipped' || kind === 'refused') count += 1;
    if (count % entriesPerTurn === 0) {
      if (signal.aborted) throw new ImportInterrupted();
      await nextTurn();
    }
    if (count % entriesPerInsert === 0) await keepLease(context, lease);
  }
  return count;
}

const announceProgress = ({ businessId }: LeasedImport) =>
  inTransaction((transaction) => announce(transaction, { businessId, topics: ['bank'] }));

/** Stores the entries of a file. Returns the currencies that it has. */
async function storeItems(
  context: Context<SystemActor>,
  lease: LeasedImport,
  items: AsyncIterable<ReadItem>,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const toKey = createEntryKeys();
  const currencies = new Set<string>();
  let named = 0;
  let pending: {
    entries: ImportProgress['entries'][number][];
    skipped: number;
    problems: ImportProgress['problems'][number][];
    refused: number;
  } = { entries: [], skipped: 0, problems: [], refused: 0 };
  const store = async () => {
    if (signal.aborted) throw new ImportInterrupted();
    await keepLease(context, lease);
    await storeEntries(lease, pending, context.clock.now());
    await announceProgress(lease);
    pending = { entries: [], skipped: 0, problems: [], refused: 0 };
  };
  let count = 0;
  for await (const item of items) {
    count += 1;
    if (item.kind === 'entry') {
      currencies.add(item.entry.currency);
      pending.entries.push({ ...item.entry, key: toKey(item.entry) });
    } else if (item.kind === 'skipped') pending.skipped += 1;
    else {
      pending.refused += 1;
      const { place, problem, value } = item;
      if (named < importLimits.problems) pending.problems.push({ place, problem, value });
      named += 1;
    }
    if (count % entriesPerTurn === 0) await nextTurn();
    if (count % entriesPerInsert === 0) await store();
  }
  await store();
  return currencies;
}

/** Applies the rules to the currencies of a file. Returns the number of matched lines. */
async function matchImported(
  context: Context<SystemActor>,
  lease: LeasedImport,
  currencies: ReadonlySet<string>,
): Promise<number> {
  const { businessId } = lease;
  let matched = 0;
  for (const currency of currencies) {
    // A transaction may take almost as long as a lease.
    await keepLease(context, lease);
    matched += await inTransaction(
      async (transaction) => {
        await lockMatches(transaction, businessId, 0);
        const { rules } = await readReconciliationSettings(businessId, transaction);
        if (!rules.some((rule) => rule.currency === currency)) return 0;
        const input = { businessId, currency, rules, isFull: false, by: null, at: context.clock.now() };
        return (await applyRules(transaction, input)).lines;
      },
      'read-committed',
      jobRulesTimeoutMs,
    );
  }
  return matched;
}

/** The person who uploaded a file may have lost their role since. @throws StatementFileError 'access' */
async function requireUploader(context: Context<SystemActor>, { businessId, createdBy }: LeasedImport) {
  const scope = await findScope(businessId, createdBy, context.clock.now());
  if (scope?.may('period.close') !== true) throw new StatementFileError('access');
}

async function importFile(context: Context<SystemActor>, lease: LeasedImport, signal: AbortSignal) {
  await requireUploader(context, lease);
  const { timeZone } = lease;
  const mapping = columnMapping.nullable().parse(lease.mapping);
  const { format, readItems } = await openStatementFile(() => readImportBytes(lease), { mapping, timeZone });
  const linesTotal = await countItems(context, lease, readItems(), signal);
  if (linesTotal === 0) throw new StatementFileError('empty');
  await storeTotal(lease, { format, linesTotal });
  const currencies = await storeItems(context, lease, readItems(), signal);
  return matchImported(context, lease, currencies);
}

/** Ends the reading of a file that no other process reads. @throws ImportInterrupted if one does */
async function end(
  context: Context<SystemActor>,
  lease: LeasedImport,
  result: { readonly matched: number } | { readonly failure: FileFailure },
): Promise<void> {
  await keepLease(context, lease);
  await inTransaction(
    async (transaction) => {
      const at = context.clock.now();
      if ('failure' in result) await lockMatches(transaction, lease.businessId, 0);
      // The lease may have ended while it waited for the lock.
      if (!(await lockLease(transaction, lease))) throw new ImportInterrupted();
      if ('failure' in result) {
        const reason = tReconciliationRefusals(`file.${result.failure}`);
        await removeLinesOfFile(transaction, lease, { by: lease.createdBy, at, reason });
      }
      await endImport(transaction, lease, result, at);
      await announce(transaction, { businessId: lease.businessId, topics: ['bank'] });
    },
    'read-committed',
    jobRulesTimeoutMs,
  );
}

/** Returns true while the database is away. The file waits until then. */
const isAway = (error: unknown): boolean =>
  classifyDatabaseError(error) === 'away' && !isTransactionTimeout(error);

/** Returns why a file can't be imported. An unexpected error is logged. */
function toFileFailure(
  { log }: Context<SystemActor>,
  { importId }: LeasedImport,
  error: unknown,
): FileFailure {
  if (error instanceof StatementFileError) return error.failure;
  log.error({ error, importId }, 'a bank statement could not be read');
  return 'unexpected';
}

/** Imports a file, or ends it as failed. @throws ImportInterrupted */
async function runImport(context: Context<SystemActor>, lease: LeasedImport, signal: AbortSignal) {
  try {
    await end(context, lease, { matched: await importFile(context, lease, signal) });
  } catch (error) {
    if (error instanceof ImportInterrupted || isAway(error)) throw error;
    await end(context, lease, { failure: toFileFailure(context, lease, error) });
  }
}

/**
 * Reads the uploaded statements one after the other: first as a whole, then in batches. Of a file that fails, nothing stays. An
 * interrupted reading begins again, and stores each line once. Then it applies the rules that people have changed.
 */
export async function runBankImports(
  context: Context<SystemActor>,
  signal: AbortSignal,
): Promise<{ readonly files: number }> {
  let files = 0;
  while (!signal.aborted) {
    const lease = await leaseImport(context.clock.now());
    if (lease === null) break;
    try {
      await runImport(context, lease, signal);
    } catch (error) {
      if (error instanceof ImportInterrupted) break;
      throw error;
    }
    files += 1;
  }
  await applyWaitingRules(context, signal);
  return { files };
}
