import 'server-only';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { openStatementFile } from './files/open-statement-file.ts';
import type { ImportProgress, LeasedImport } from './import-store.ts';
import {
  createEntryKeys,
  endImport,
  leaseImport,
  readImportBytes,
  storeEntries,
  storeTotal,
} from './import-store.ts';
import { lockMatches } from './match-store.ts';
import type { FileFailure, ReadItem } from './model/entries.ts';
import { StatementFileError } from './model/entries.ts';
import { readReconciliationSettings } from './reconciliation-setting.ts';
import { applyRules, rulesTimeoutMs } from './run-rules.ts';

/** Entries of one statement of SQL. */
const entriesPerInsert = 2_000;
/** Entries that are read before other work has a turn. */
const entriesPerTurn = 500;
/** Refused lines that are named. */
const namedProblems = 100;

/** Stops the reading of a file, which another run begins again. */
class ImportInterrupted extends Error {
  override readonly name = 'ImportInterrupted';
}

/** Counts the lines of a whole file before anything of it is stored, so that a damaged file changes nothing. */
async function countItems(items: AsyncIterable<ReadItem>, signal: AbortSignal): Promise<number> {
  let count = 0;
  for await (const { kind } of items) {
    if (kind === 'entry' || kind === 'skipped' || kind === 'refused') count += 1;
    if (count % entriesPerTurn === 0) {
      if (signal.aborted) throw new ImportInterrupted();
      await nextTurn();
    }
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
      if (named < namedProblems) pending.problems.push({ place, problem, value });
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
  { businessId }: LeasedImport,
  currencies: ReadonlySet<string>,
): Promise<number> {
  let matched = 0;
  for (const currency of currencies)
    matched += await inTransaction(
      async (transaction) => {
        await lockMatches(transaction, businessId);
        const { rules } = await readReconciliationSettings(businessId, transaction);
        if (!rules.some((rule) => rule.currency === currency)) return 0;
        const input = { businessId, currency, rules, isFull: false, by: null, at: context.clock.now() };
        return (await applyRules(transaction, input)).lines;
      },
      'read-committed',
      rulesTimeoutMs,
    );
  return matched;
}

async function importFile(context: Context<SystemActor>, lease: LeasedImport, signal: AbortSignal) {
  const { format, readItems } = await openStatementFile(() => readImportBytes(lease), lease);
  const linesTotal = await countItems(readItems(), signal);
  if (linesTotal === 0) throw new StatementFileError('empty');
  await storeTotal(lease, { format, linesTotal });
  const currencies = await storeItems(context, lease, readItems(), signal);
  return matchImported(context, lease, currencies);
}

const end = (
  context: Context<SystemActor>,
  lease: LeasedImport,
  result: { readonly matched: number } | { readonly failure: FileFailure },
) =>
  inTransaction(async (transaction) => {
    await endImport(transaction, lease, result, context.clock.now());
    await announce(transaction, { businessId: lease.businessId, topics: ['bank'] });
  });

/**
 * Reads the uploaded statements one after the other: first as a whole, then in batches, so that nothing of a file that can't be
 * read is stored. An interrupted reading begins again, and stores each line once.
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
      await end(context, lease, { matched: await importFile(context, lease, signal) });
      files += 1;
    } catch (failure) {
      if (failure instanceof ImportInterrupted) break;
      if (!(failure instanceof StatementFileError)) throw failure;
      await end(context, lease, { failure: failure.failure });
      files += 1;
    }
  }
  return { files };
}
