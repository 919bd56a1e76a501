import 'server-only';
import { createHash } from 'node:crypto';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { PlainTransaction } from '#lib/database/statements.ts';
import { toPlainTransaction } from '#lib/database/statements.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tJournal } from '#lib/messages/journal.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { maximumMovements, readMovements, readStatementTerms } from '#lib/statements/index.ts';
import type { Amount, SignedAmount } from '#lib/values/amount.ts';
import { amount } from '#lib/values/amount.ts';
import { isFiatCurrency } from '#lib/values/currencies.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { toDate } from '#lib/values/instant.ts';
import { addSigned, signedAmount } from '#lib/values/signed.ts';
import type { BookedEntry, Booking } from './model/booked.ts';
import { bookEntries, round, toDatevRate, withValue } from './model/booked.ts';
import type { JournalMode, Movement } from './model/journal.ts';
import {
  buildJournal,
  changesClearing,
  checkValue,
  countRecords,
  isSum,
  subtractHeld,
  toIdStart,
} from './model/journal.ts';
import type { JournalProblem } from './model/targets.ts';
import {
  acceptsText,
  checkEntries,
  findBase,
  findBooks,
  hasOpening,
  isBankStatement,
  layouts,
  needsRate,
  opensAccounts,
} from './model/targets.ts';
import { prepareExchange } from './prepare-exchange.ts';
import { prepareGross } from './prepare-gross.ts';
import { readSettings } from './queries.ts';
import type { JournalChoice, startRunForm } from './schema.ts';
import {
  findNextNumber,
  formatHeld,
  insertRun,
  listActiveRuns,
  listOpenedAccounts,
  lockRuns,
  markReplaced,
  parseHeld,
} from './store.ts';
import { writeFiles } from './write-files.ts';

const one: Amount = amount('1');

/** With fewer integer digits, the sum of all movements of a run is an amount. */
const tooLarge = /^-?\d{29}/;

/** Decimals of a difference that gross posting converts into the settlement currency. */
const grossDecimals = (currency: string): number => (isFiatCurrency(currency) ? 2 : 8);

/** Returns by how much movements change the position. */
const sumPosition = (movements: readonly Movement[]): SignedAmount =>
  movements
    .filter(changesClearing)
    .reduce((sum, movement) => addSigned(sum, movement.amount), signedAmount('0'));

/** Reads on other connections than the transaction, because a held connection must not wait for another one. */
export async function readBefore(businessId: BusinessId) {
  const [terms, settings] = await Promise.all([readStatementTerms(businessId), readSettings(businessId)]);
  return { terms, settings, maximum: maximumMovements };
}

/** @throws Problem 'conflict' where a run has single records and the new one sums of days, or the other way round */
function refuseOtherSums(
  runs: Awaited<ReturnType<typeof listActiveRuns>>,
  { mode, isSummed }: { readonly mode: JournalMode; readonly isSummed: boolean },
): void {
  for (const one of runs) {
    const records = parseHeld(one, '').filter(
      ({ kind, line }) => (kind === 'deposit' || kind === 'withdrawal') && line !== 'adjustments',
    );
    const number = String(one.number);
    if (mode === 'event' && records.some(isSum))
      throw new Problem('conflict', tJournal('refused.sums', { number }));
    if (isSummed && records.some((record) => !isSum(record)))
      throw new Problem('conflict', tJournal('refused.records', { number }));
  }
}

/**
 * Builds the entries that no run of the target holds yet.
 *
 * @throws Problem 'conflict' where runs of other periods share days, or there are too many movements
 */
export async function prepareRun(
  run: PlainTransaction['run'],
  { terms, settings, maximum }: Awaited<ReturnType<typeof readBefore>>,
  businessId: BusinessId,
  choice: Omit<JournalChoice, 'businessId'>,
) {
  const { target, mode, currency, period, rate, rateSource, replaces } = choice;
  const scope = { businessId, target, currency, period };
  const runs = await listActiveRuns(run, scope);
  const other = runs.find(({ from, to }) => from !== period.from || to !== period.to);
  if (other !== undefined)
    throw new Problem('conflict', tJournal('refused.overlap', { number: String(other.number) }));
  const replaced = runs.find(({ runId }) => runId === replaces);
  if (replaces !== '' && replaced === undefined) throw new Problem('conflict', tJournal('refused.replaced'));
  const base = findBase(target, settings);
  const hasRate = needsRate(target, currency, settings);
  const others = runs.filter((one) => one !== replaced);
  const listHeld = (some: typeof runs) => some.flatMap((one) => parseHeld(one, base));
  const held = listHeld(others);
  const hasBalances = isBankStatement(target);
  const found = await readMovements(run, {
    ...{ businessId, currency, period, ...terms, hasBalances },
    grossDecimals: settings.posting === 'gross' && !hasBalances ? grossDecimals(currency) : null,
    hasEuro: hasRate && base === 'EUR',
    ...{ maximum, canSum: mode !== 'event', isSummed: held.some(isSum) },
  });
  if (found === null) throw new Problem('conflict', tJournal('refused.tooMany'));
  const { closedAt, isSummed } = found;
  refuseOtherSums(others, { mode, isSummed });
  const gross = await prepareGross(run, found.gross, { ...scope, runs, base, closedAt });
  const reported = found.movements.map(
    ({ euro, serviceFee, distributedFee, depegLoss, ...movement }): Movement => ({
      ...{ ...movement, value: euro },
      // Gross posting books the fee.
      fees:
        movement.kind === 'deposit' && found.gross === null
          ? { serviceFee, distributedFee, depegLoss }
          : null,
    }),
  );
  const subtract = (all: readonly Movement[], isExchange: boolean) => {
    const isPart = ({ kind }: Movement) => (kind === 'exchange') === isExchange;
    const listParts = (some: typeof runs) => listHeld(some).filter(isPart);
    return subtractHeld(
      all,
      held.filter(isPart),
      replaced && {
        held: listParts([replaced]),
        earlier: listParts(others.filter(({ idRun }) => idRun < replaced.idRun)),
      },
    );
  };
  const open = subtract([...reported, ...gross.movements], false).map((movement) =>
    checkValue(hasRate ? movement : { ...movement, value: null }),
  );
  if (open.some(({ amount: digits }) => tooLarge.test(digits)))
    throw new Problem('conflict', tJournal('refused.tooLarge'));
  const number = await findNextNumber(run, businessId);
  const idRun = replaced?.idRun ?? number;
  // Without a rate, only movements whose value was reported can be booked. The others are refused one by one.
  const isRefused = ({ value }: Movement): boolean => hasRate && rate === null && value === null;
  const journal = { currency, base, days: period, mode, idRun };
  const added = open.filter((movement) => !isRefused(movement));
  const addRate = (movement: Movement) => (hasRate ? withValue(movement, rate) : movement);
  const exchange = hasRate
    ? await prepareExchange(run, scope, {
        ...{ base, reported, runs: others, closedAt },
        movements: added.map(addRate),
      })
    : [];
  const movements = [...added, ...subtract(exchange, true)];
  const entries = buildJournal(movements, journal);
  const refused = buildJournal(open.filter(isRefused), journal).map(
    ({ id, amount: digits }): JournalProblem => ({
      ...{ problem: 'rate', entryId: id, value: `${digits} ${currency}` },
    }),
  );
  const books = findBooks(target, currency, settings);
  const isForeign = hasRate && books?.currency === currency;
  const opening = found.balances?.opening ?? null;
  const start = opening === null ? signedAmount('0') : addSigned(opening, sumPosition(held));
  const booking: Booking | null =
    books === null
      ? null
      : bookEntries(entries, {
          ...{ ...books, base },
          rate: hasRate ? rate : one,
          isForeign,
          day: period.to,
          roundingId: `${toIdStart(currency)}-rounding-${idRun}`,
          start,
        });
  const booked: readonly BookedEntry[] =
    booking?.entries ??
    entries.map((entry) => ({
      ...entry,
      ...{ booked: entry.amount, bookedCurrency: entry.currency, base: null, foreignRate: null },
    }));
  const refuse = (problem: 'rateSource' | 'rateRange' | 'opening' | 'currency') => ({
    problem,
    entryId: null,
    value: currency,
  });
  const problems = [
    ...gross.problems,
    ...(hasBalances && !isFiatCurrency(currency) ? [refuse('currency')] : []),
    ...(hasOpening(target) && opening === null ? [refuse('opening')] : []),
    ...checkEntries(target, booked, settings, period),
    ...(hasRate && rate !== null && rateSource === '' ? [refuse('rateSource')] : []),
    ...(isForeign && rate !== null && toDatevRate(one, rate) === null ? [refuse('rateRange')] : []),
    ...(acceptsText(target, rateSource)
      ? []
      : [{ problem: 'characters' as const, entryId: null, value: rateSource }]),
  ];
  const balances = found.balances && {
    ...found.balances.bounds,
    opening: round(start, books?.decimals ?? 2),
  };
  return {
    ...{
      number,
      idRun,
      base,
      booked,
      booking,
      problems,
      refused,
      replaced,
      balances,
      leftOut: found.leftOut,
      isSummed,
    },
    movements: movements.map(addRate),
    exact: sumPosition(movements),
  };
}

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

/** Facts about a file's business, read before the transaction. */
export type Before = Awaited<ReturnType<typeof readBefore>>;

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
  }: { readonly businessId: BusinessId; readonly before: Before; readonly by: PersonId },
  input: JournalChoice,
): Promise<{
  readonly file: { readonly runId: string; readonly number: number; readonly fileName: string } | null;
  readonly withoutRate: number;
}> {
  const { target, mode, currency, period, rate, rateSource } = input;
  const { settings } = before;
  const now = context.clock.now();
  await lockRuns(transaction, businessId);
  const run = await prepareRun(toPlainTransaction(transaction).run, before, businessId, input);
  const { number, idRun, base, booked, movements, booking, exact, problems, refused } = run;
  const { replaced, leftOut, balances, isSummed } = run;
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
        await listOpenedAccounts(toPlainTransaction(transaction).run, businessId, target),
        replaced?.runId ?? null,
      )
    : [];
  const { fileName, body, files } = await writeFiles(input, {
    ...{ entries: booked, settings, days: period, createdAt, rate: usedRate, run: number },
    ...{ businessId, balances, opened, currency: books?.currency ?? currency },
  });
  const manifest = {
    ...{
      run: number,
      idRun,
      target,
      layout: layouts[target],
      mode,
      currency,
      from: period.from,
      to: period.to,
    },
    ...{ entries: booked.length, movements: countRecords(movements), change: exact, isSummed },
    booked: booking && { currency: books?.currency, exact: booking.exact, left: booking.left },
    ...{ rate: usedRate, refused, leftOut, opened, createdAt: createdAt.toISOString() },
    // A bank statement has the position only.
    posting: isBankStatement(target) ? null : settings.posting,
    sha256: createHash('sha256').update(body).digest('hex'),
    files,
  };
  const { runId, sha256 } = await insertRun(transaction, {
    ...{ businessId, number, target, mode, currency, days: period, body, manifest },
    ...{ held: formatHeld(movements, base), entries: booked.length, fileName, by, at: now },
  });
  if (replaced !== undefined) await markReplaced(transaction, businessId, replaced.runId, runId);
  await writeAudit(transaction, context, {
    businessId,
    action: replaced === undefined ? 'journal.export' : 'journal.replace',
    objectType: 'journal-run',
    objectId: runId,
    after: {
      ...{ number, target, mode, currency, from: period.from, to: period.to, entries: booked.length, sha256 },
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
  return inTransaction(async (transaction) => {
    const { file, withoutRate } = await writeRun(transaction, context, { businessId, before, by }, input);
    if (file === null)
      throw new Problem('conflict', tJournal(withoutRate > 0 ? 'refused.problems' : 'refused.empty'));
    return { runId: file.runId, number: file.number };
  });
}
