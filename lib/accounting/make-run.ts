import 'server-only';
import { createHash } from 'node:crypto';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { withReadTransaction } from '#lib/database/cancellable-read.ts';
import type { PlainTransaction } from '#lib/database/statements.ts';
import { toPlainTransaction } from '#lib/database/statements.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tJournal } from '#lib/messages/journal.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { readMovements, readStatementTerms } from '#lib/statements/index.ts';
import type { Amount, SignedAmount } from '#lib/values/amount.ts';
import { amount } from '#lib/values/amount.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toDate } from '#lib/values/instant.ts';
import { addSigned, signedAmount } from '#lib/values/signed.ts';
import type { BookedEntry, Booking } from './model/booked.ts';
import { bookEntries, round } from './model/booked.ts';
import { toGrossMovements } from './model/gross.ts';
import type { Movement } from './model/journal.ts';
import { buildJournal, changesClearing, subtractHeld } from './model/journal.ts';
import type { JournalTarget } from './model/targets.ts';
import { checkEntries, findBooks, isBankStatement, isFiat, needsRate } from './model/targets.ts';
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
} from './store.ts';
import type { StatementBalances } from './writers/camt.ts';
import { writeCamt } from './writers/camt.ts';
import type { DatevInput } from './writers/datev.ts';
import { writeDatev } from './writers/datev.ts';
import { writeBeancount, writeDoubleEntryCsv, writeHledger } from './writers/plain-text.ts';
import { writeNetSuite, writeQuickBooks, writeXero } from './writers/tables.ts';

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
 * Builds the entries that no run holds yet.
 *
 * @throws Problem 'conflict' where runs of other periods share days, or there are too many movements
 */
async function prepareRun(
  run: PlainTransaction['run'],
  { terms, settings }: Awaited<ReturnType<typeof readBefore>>,
  businessId: BusinessId,
  { target, mode, currency, period, rate, replaces }: JournalChoice & { readonly replaces: string },
) {
  const runs = await listActiveRuns(run, businessId, currency, period);
  const other = runs.find(({ from, to }) => from !== period.from || to !== period.to);
  if (other !== undefined)
    throw new Problem('conflict', tJournal('refused.overlap', { number: String(other.number) }));
  const replaced = runs.filter(({ runId }) => runId === replaces);
  if (replaces !== '' && replaced.length === 0) throw new Problem('conflict', tJournal('refused.replaced'));
  const held = runs.filter(({ runId }) => runId !== replaces).flatMap((active) => parseHeld(active.held));
  const hasBalances = isBankStatement(target);
  const found = await readMovements(run, {
    ...{ businessId, currency, period, ...terms, hasBalances },
    grossDecimals: settings.posting === 'gross' && !hasBalances ? grossDecimals(currency) : null,
  });
  if (found === null) throw new Problem('conflict', tJournal('refused.tooMany'));
  const gross = toGrossMovements(found.gross);
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
    ...(hasBalances && opening === null ? [refuse('opening')] : []),
    ...checkEntries(target, booked, settings, period),
    ...(needsRate(target, currency) && rate === null ? [refuse('rate')] : []),
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
  const { target, mode, currency, period, rate, rateSource } = input;
  if (needsRate(target, currency) && rateSource === '')
    throw new Problem('invalid', tJournal('refused.rateSource'));
  const now = context.clock.now();
  const before = await readBefore(context, businessId);
  const { settings } = before;
  return inTransaction(async (transaction) => {
    await lockRuns(transaction, businessId);
    const run = await prepareRun(toPlainTransaction(transaction).run, before, businessId, input);
    const { number, booked, movements, booking, exact, problems, replaced, leftOut, balances } = run;
    if (problems.length > 0) throw new Problem('conflict', tJournal('refused.problems'));
    if (booked.length === 0) throw new Problem('conflict', tJournal('refused.empty'));
    const createdAt = toDate(now);
    const usedRate = needsRate(target, currency) && rate !== null ? { rate, source: rateSource } : null;
    const books = findBooks(target, currency);
    const body = writeFile(target, {
      ...{ entries: booked, settings, days: period, createdAt, rate: usedRate, run: number },
      ...{ businessId, balances, currency: books?.currency ?? currency },
    });
    const manifest = {
      ...{ run: number, target, mode, currency, from: period.from, to: period.to },
      ...{ entries: booked.length, movements: movements.length, change: exact },
      booked: booking && { currency: books?.currency, exact: booking.exact, left: booking.left },
      ...{ rate: usedRate, leftOut, createdAt: createdAt.toISOString() },
      sha256: createHash('sha256').update(body).digest('hex'),
    };
    const { runId, sha256 } = await insertRun(transaction, {
      ...{ businessId, number, target, mode, currency, days: period, body, manifest },
      ...{ held: formatHeld(movements), entries: booked.length, fileName: nameFile(input, number) },
      ...{ by: context.actor.personId, at: now },
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
        ...{
          number,
          target,
          mode,
          currency,
          from: period.from,
          to: period.to,
          entries: booked.length,
          sha256,
        },
        ...(replaced[0] && { replaced: replaced[0].number }),
      },
    });
    return { runId, number };
  });
}
