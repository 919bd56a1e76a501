import 'server-only';
import { createHash } from 'node:crypto';
import type * as z from 'zod';
import type { Scope } from '#lib/access/index.ts';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { withReadTransaction } from '#lib/database/cancellable-read.ts';
import type { PlainTransaction } from '#lib/database/statements.ts';
import { toPlainTransaction } from '#lib/database/statements.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tJournal } from '#lib/messages/journal.ts';
import type { Context, PersonActor, SystemActor } from '#lib/platform/context.ts';
import {
  isClosedSince,
  readAgreed,
  readBasis,
  readLongSnapshot,
  readMovements,
  readStatementTerms,
} from '#lib/statements/index.ts';
import type { Period } from '#lib/statements/model/period.ts';
import type { GrossPosting } from '#lib/statements/schema.ts';
import type { Amount, SignedAmount } from '#lib/values/amount.ts';
import { amount } from '#lib/values/amount.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import { addSigned, signedAmount } from '#lib/values/signed.ts';
import type { BookedEntry, Booking } from './model/booked.ts';
import { bookEntries, round } from './model/booked.ts';
import { isGrossPart, toGrossMovements } from './model/gross.ts';
import type { Movement } from './model/journal.ts';
import { addMovements, buildJournal, changesClearing, subtractHeld } from './model/journal.ts';
import type { JournalTarget } from './model/targets.ts';
import {
  acceptsText,
  checkEntries,
  findBooks,
  hasOpening,
  isBankStatement,
  isFiat,
  layouts,
  needsRate,
} from './model/targets.ts';
import { readSettings } from './queries.ts';
import type { JournalCheck, JournalChoice, startRunForm } from './schema.ts';
import {
  findNextNumber,
  formatHeld,
  insertRun,
  listActiveRuns,
  lockRuns,
  markReplaced,
  parseHeld,
  readPostedRuns,
} from './store.ts';
import type { StatementBalances } from './writers/camt.ts';
import { writeCamt } from './writers/camt.ts';
import type { DatevInput } from './writers/datev.ts';
import { writeDatev } from './writers/datev.ts';
import { writeBeancount, writeDoubleEntryCsv, writeHledger } from './writers/plain-text.ts';
import { writeNetSuite, writeQuickBooks, writeXero, writeXeroBank } from './writers/tables.ts';

type FileInput = DatevInput & {
  readonly run: number;
  readonly businessId: BusinessId;
  readonly balances: StatementBalances | null;
};

const one: Amount = amount('1');

/** With fewer integer digits, the sum of all movements of a run is an amount. */
const tooLarge = /^-?\d{29}/;

/** Decimals of a difference that gross posting converts into the settlement currency. */
const grossDecimals = (currency: string): number => (isFiat(currency) ? 2 : 8);

/** Returns by how much movements change the position. */
const sumPosition = (movements: readonly Movement[]): SignedAmount =>
  movements
    .filter(changesClearing)
    .reduce((sum, movement) => addSigned(sum, movement.amount), signedAmount('0'));

/** Problems that a check names one by one. */
const shownProblems = 20;

/** Reads on other connections than the transaction, because a held connection must not wait for another one. */
async function readBefore(context: Context<PersonActor>, businessId: BusinessId) {
  const [terms, settings] = await Promise.all([
    readStatementTerms(context, businessId),
    readSettings(businessId),
  ]);
  return { terms, settings };
}

/**
 * Returns the parts of gross posting. The first run since the close of a period decides on its parts, because the amount
 * received is not stored with it. Later changes are adjustments.
 */
async function prepareGross(
  run: PlainTransaction['run'],
  gross: GrossPosting | null,
  {
    businessId,
    currency,
    period,
    runs,
  }: Pick<JournalChoice, 'currency' | 'period'> & {
    readonly businessId: BusinessId;
    readonly runs: Awaited<ReturnType<typeof listActiveRuns>>;
  },
): Promise<ReturnType<typeof toGrossMovements>> {
  if (gross === null) return { movements: [], problems: [] };
  const { adjusted, closedAt } = gross;
  if (closedAt !== null && runs.some((one) => one.posting === 'gross' && one.createdAt > closedAt))
    return {
      movements: addMovements(runs.flatMap(parseHeld).filter(isGrossPart)),
      problems: [],
    };
  const ids = adjusted.map(({ recordId }) => recordId);
  const posted =
    ids.length === 0 ? { runs: [], parts: [] } : await readPostedRuns(run, businessId, currency, period, ids);
  return toGrossMovements(gross, posted);
}

/**
 * Builds the entries that no run holds yet.
 *
 * @throws Problem 'conflict' where runs of other periods share days, or there are too many movements
 */
async function prepareRun(
  run: PlainTransaction['run'],
  { terms, settings }: Awaited<ReturnType<typeof readBefore>>,
  businessId: BusinessId,
  choice: JournalChoice & { readonly replaces: string },
) {
  const { target, mode, currency, period, rate, rateSource, replaces } = choice;
  const runs = await listActiveRuns(run, businessId, currency, period);
  const other = runs.find(({ from, to }) => from !== period.from || to !== period.to);
  if (other !== undefined)
    throw new Problem('conflict', tJournal('refused.overlap', { number: String(other.number) }));
  const replaced = runs.filter(({ runId }) => runId === replaces);
  if (replaces !== '' && replaced.length === 0) throw new Problem('conflict', tJournal('refused.replaced'));
  const held = runs.filter(({ runId }) => runId !== replaces).flatMap(parseHeld);
  const hasBalances = isBankStatement(target);
  const found = await readMovements(run, {
    ...{ businessId, currency, period, ...terms, hasBalances },
    grossDecimals: settings.posting === 'gross' && !hasBalances ? grossDecimals(currency) : null,
  });
  if (found === null) throw new Problem('conflict', tJournal('refused.tooMany'));
  const gross = await prepareGross(run, found.gross, { businessId, currency, period, runs });
  // A bank statement shows the position only, so it leaves parts of gross posting to the other runs.
  const movements = subtractHeld(
    [...found.movements, ...gross.movements],
    hasBalances ? held.filter(changesClearing) : held,
  );
  if (movements.some(({ amount: digits }) => tooLarge.test(digits)))
    throw new Problem('conflict', tJournal('refused.tooLarge'));
  const number = await findNextNumber(run, businessId);
  const entries = buildJournal(movements, { currency, days: period, mode, run: number });
  const books = findBooks(target, currency);
  const opening = found.balances?.opening ?? null;
  const start = opening === null ? signedAmount('0') : addSigned(opening, sumPosition(held));
  const booking: Booking | null =
    books === null
      ? null
      : bookEntries(entries, {
          ...books,
          rate: needsRate(target, currency) ? (rate ?? one) : one,
          day: period.to,
          roundingId: `${currency}-rounding-${number}`,
          start,
        });
  const booked: readonly BookedEntry[] =
    booking?.entries ??
    entries.map((entry) => ({ ...entry, booked: entry.amount, bookedCurrency: entry.currency }));
  const refuse = (problem: 'rate' | 'opening' | 'currency') => ({ problem, entryId: null, value: currency });
  const problems = [
    ...gross.problems,
    ...(hasBalances && !isFiat(currency) ? [refuse('currency')] : []),
    ...(hasOpening(target) && opening === null ? [refuse('opening')] : []),
    ...checkEntries(target, booked, settings, period),
    ...(needsRate(target, currency) && rate === null ? [refuse('rate')] : []),
    ...(acceptsText(target, rateSource)
      ? []
      : [{ problem: 'characters' as const, entryId: null, value: rateSource }]),
  ];
  const balances = found.balances && {
    ...found.balances.bounds,
    opening: round(start, books?.decimals ?? 2),
  };
  const exact = sumPosition(movements);
  return { number, movements, booked, booking, exact, problems, replaced, balances, leftOut: found.leftOut };
}

/**
 * Checks what a file would hold, and names each entry that the target would refuse.
 *
 * @throws Problem 'not-found', 'forbidden', and 'conflict' where runs of other periods share days
 */
export async function checkJournal(
  context: Context<PersonActor>,
  input: JournalChoice,
): Promise<JournalCheck> {
  const { businessId } = requirePermission(context, input.businessId, 'export');
  const before = await readBefore(context, businessId);
  return withReadTransaction(context.signal, 'REPEATABLE READ', async (client) => {
    const read: PlainTransaction['run'] = async (sql, values) =>
      (await client.query<Record<string, unknown>>(sql, values)).rows;
    const run = await prepareRun(read, before, businessId, { ...input, replaces: '' });
    return {
      entries: run.booked.length,
      movements: run.movements.filter(changesClearing).length,
      change: run.exact,
      problems: run.problems.slice(0, shownProblems),
      problemCount: run.problems.length,
      leftOut: run.leftOut,
    };
  });
}

const writers = {
  datev: writeDatev,
  xero: writeXero,
  xeroBank: writeXeroBank,
  quickbooks: writeQuickBooks,
  netsuite: writeNetSuite,
  csv: writeDoubleEntryCsv,
  hledger: writeHledger,
  beancount: writeBeancount,
  camt: writeCamt,
} as const satisfies Record<JournalTarget, (input: FileInput) => Uint8Array>;

const writeFile = (target: JournalTarget, input: FileInput): Uint8Array => writers[target](input);

const extensions: Readonly<Partial<Record<JournalTarget, string>>> = {
  ...{ hledger: 'journal', beancount: 'beancount', camt: 'xml' },
};

/** DATEV reads only files whose name begins with EXTF_. */
const nameFile = ({ target, currency, period }: JournalChoice, number: number): string =>
  `${target === 'datev' ? 'EXTF_' : ''}journal-${number}-${currency}-${period.text.replace('..', '-to-')}.${extensions[target] ?? 'csv'}`;

/** Facts about a file's business, read before the transaction. */
type Before = Awaited<ReturnType<typeof readBefore>>;
type RunInput = Pick<z.output<typeof startRunForm>, 'replaces' | 'rateSource'> & JournalChoice;

/**
 * Writes a file of the journal and stores its bytes, in the caller's transaction. Returns null if no movement is new.
 *
 * @throws Problem 'conflict' where the target would refuse the file
 */
async function writeRun(
  transaction: Transaction,
  context: Context,
  {
    businessId,
    before,
    by,
  }: { readonly businessId: BusinessId; readonly before: Before; readonly by: PersonId },
  input: RunInput,
): Promise<{ readonly runId: string; readonly number: number; readonly fileName: string } | null> {
  const { target, mode, currency, period, rate, rateSource } = input;
  const { settings } = before;
  const now = context.clock.now();
  await lockRuns(transaction, businessId);
  const run = await prepareRun(toPlainTransaction(transaction).run, before, businessId, input);
  const { number, booked, movements, booking, exact, problems, replaced, leftOut, balances } = run;
  if (problems.length > 0) throw new Problem('conflict', tJournal('refused.problems'));
  if (booked.length === 0) return null;
  const createdAt = toDate(now);
  const usedRate = needsRate(target, currency) && rate !== null ? { rate, source: rateSource } : null;
  const books = findBooks(target, currency);
  const body = writeFile(target, {
    ...{ entries: booked, settings, days: period, createdAt, rate: usedRate, run: number },
    ...{ businessId, balances, currency: books?.currency ?? currency },
  });
  const manifest = {
    ...{ run: number, target, layout: layouts[target], mode, currency, from: period.from, to: period.to },
    ...{ entries: booked.length, movements: movements.length, change: exact },
    booked: booking && { currency: books?.currency, exact: booking.exact, left: booking.left },
    ...{ rate: usedRate, leftOut, createdAt: createdAt.toISOString() },
    // A bank statement leaves gross posting to the other runs.
    posting: isBankStatement(target) ? null : settings.posting,
    sha256: createHash('sha256').update(body).digest('hex'),
  };
  const fileName = nameFile(input, number);
  const { runId, sha256 } = await insertRun(transaction, {
    ...{ businessId, number, target, mode, currency, days: period, body, manifest },
    ...{ held: formatHeld(movements), entries: booked.length, fileName, by, at: now },
  });
  await markReplaced(
    transaction,
    businessId,
    replaced.map((one) => one.runId),
    runId,
  );
  await writeAudit(transaction, context, {
    businessId,
    action: replaced.length === 0 ? 'journal.export' : 'journal.replace',
    objectType: 'journal-run',
    objectId: runId,
    after: {
      ...{ number, target, mode, currency, from: period.from, to: period.to, entries: booked.length, sha256 },
      ...(replaced[0] && { replaced: replaced[0].number }),
    },
  });
  return { runId, number, fileName };
}

/**
 * Writes a file of the journal and stores its bytes. A new run holds only what no other run of the period holds. One that
 * replaces another holds everything that the replaced one held.
 *
 * @throws Problem 'not-found', 'forbidden', and 'conflict' where the target would refuse the file, or it would be empty
 */
export async function startRun(
  context: Context<PersonActor>,
  input: z.output<typeof startRunForm>,
): Promise<{ readonly runId: string; readonly number: number }> {
  const { businessId } = requirePermission(context, input.businessId, 'export');
  if (needsRate(input.target, input.currency) && input.rateSource === '')
    throw new Problem('invalid', tJournal('refused.rateSource'));
  const before = await readBefore(context, businessId);
  const by = context.actor.personId;
  return inTransaction(async (transaction) => {
    const run = await writeRun(transaction, context, { businessId, before, by }, input);
    if (run === null) throw new Problem('conflict', tJournal('refused.empty'));
    return { runId: run.runId, number: run.number };
  });
}

/** An earlier period, and when a run of its schedule has found nothing that waits for a file. Null: none has. */
type CheckedPeriod = { readonly period: Period; readonly checkedAt: Instant | null };

type ScheduledChoice = Pick<JournalChoice, 'target' | 'mode' | 'currency'>;

/**
 * Prepares files that a schedule writes for the person of a scope who set it up. The function `write` writes one in a transaction,
 * or returns null if no movement is new. The function `findLate` returns the earlier periods with entries that no run holds, and
 * whether the target accepts all of them.
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
  const before: Before = { terms: { timeZone, countsCallbacks }, settings };
  const toInput = (choice: ScheduledChoice, period: Period): RunInput => ({
    ...{ businessId, ...choice, period },
    ...{ rate: null, rateSource: '', replaces: '' },
  });
  return {
    write: (transaction: Transaction, choice: ScheduledChoice, period: Period) =>
      writeRun(transaction, context, { businessId, before, by }, toInput(choice, period)),
    posting: settings.posting,
    findLate: (choice: ScheduledChoice, periods: readonly CheckedPeriod[]) =>
      readLongSnapshot(context, async (read) => {
        const agreed = await readAgreed(read, businessId, choice.currency);
        const late: Period[] = [];
        let isAccepted = true;
        for (const { period, checkedAt } of periods) {
          if (checkedAt !== null && isClosedSince(agreed, period, checkedAt)) continue;
          const entries = await findNewEntries(read, before, toInput(choice, period));
          if (entries === 'accepted') late.push(period);
          if (entries === 'refused') isAccepted = false;
        }
        return { late, isAccepted };
      }),
  };
}

/** Returns if a period has entries that no run holds, and if the target would accept them. */
async function findNewEntries(
  read: PlainTransaction['run'],
  before: Before,
  input: RunInput & { readonly businessId: BusinessId },
): Promise<'none' | 'accepted' | 'refused'> {
  try {
    const { booked, problems } = await prepareRun(read, before, input.businessId, input);
    if (problems.length > 0) return 'refused';
    return booked.length > 0 ? 'accepted' : 'none';
  } catch (error) {
    // Files that people made for other days hold this period.
    if (error instanceof Problem) return 'none';
    throw error;
  }
}
