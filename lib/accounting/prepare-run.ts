import 'server-only';
import { tJournal } from '#lib/messages/accounting.ts';
import { maximumMovements, readMovements, readStatementTerms } from '#lib/statements/index.ts';
import type { Amount, SignedAmount } from '#lib/values/amount.ts';
import { amount } from '#lib/values/amount.ts';
import { isFiatCurrency } from '#lib/values/currencies.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant } from '#lib/values/instant.ts';
import { addSigned, signedAmount } from '#lib/values/signed.ts';
import type { BookedEntry, Booking } from './model/booked.ts';
import { bookEntries, round, toDatevRate, withValue } from './model/booked.ts';
import type { JournalMode, Movement } from './model/journal.ts';
import {
  buildJournal,
  changesClearing,
  checkValue,
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
  needsRate,
} from './model/targets.ts';
import { prepareExchange } from './prepare-exchange.ts';
import { prepareGross } from './prepare-gross.ts';
import { readSettings } from './queries.ts';
import type { JournalChoice } from './schema.ts';
import type { RunReads } from './store.ts';
import { findNextNumber, listActiveRuns, parseHeld } from './store.ts';

const one: Amount = amount('1');

/** With fewer integer digits, the sum of all movements of a run is an amount. */
const tooLarge = /^-?\d{29}/;

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

/** Facts about a file's business, read before the transaction. */
export type Before = Awaited<ReturnType<typeof readBefore>>;

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
  { readFacts, readRuns }: RunReads,
  { terms, settings, maximum }: Awaited<ReturnType<typeof readBefore>>,
  businessId: BusinessId,
  choice: Omit<JournalChoice, 'businessId'>,
) {
  const { target, mode, currency, period, rate, rateSource, replaces } = choice;
  const scope = { businessId, target, currency, period };
  const runs = await listActiveRuns(readRuns, scope);
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
  const found = await readMovements(readFacts, {
    businessId,
    currency,
    period,
    ...terms,
    hasBalances,
    hasGross: settings.posting === 'gross' && !hasBalances,
    hasEuro: hasRate && base === 'EUR',
    maximum,
    canSum: mode !== 'event',
    isSummed: held.some(isSum),
  });
  if (found === null) throw new Problem('conflict', tJournal('refused.tooMany'));
  const { closes, isSummed } = found;
  const sawCloseAt = closes.reduce<Instant | null>(
    (last, { closedAt }) => (last === null || closedAt > last ? instant(closedAt) : last),
    null,
  );
  refuseOtherSums(others, { mode, isSummed });
  const closedAt = found.isClosed ? sawCloseAt : null;
  const gross = await prepareGross(readRuns, found.gross, { ...scope, runs, base, closes, closedAt });
  const reported = found.movements.map(
    ({ euro, serviceFee, distributedFee, depegLoss, ...movement }): Movement => ({
      ...movement,
      value: euro,
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
      (day) => closes.some(({ from, to }) => from <= day && day <= to),
    );
  };
  const open = subtract([...reported, ...gross.movements], false).map((movement) =>
    checkValue(hasRate ? movement : { ...movement, value: null }),
  );
  if (open.some(({ amount: digits }) => tooLarge.test(digits)))
    throw new Problem('conflict', tJournal('refused.tooLarge'));
  const number = await findNextNumber(readRuns, businessId);
  const idRun = replaced?.idRun ?? number;
  // Without a rate, only movements whose value was reported can be booked. The others are refused one by one.
  const isRefused = ({ value }: Movement): boolean => hasRate && rate === null && value === null;
  const journal = { currency, base, days: period, mode, idRun };
  const added = open.filter((movement) => !isRefused(movement));
  const addRate = (movement: Movement) => (hasRate ? withValue(movement, rate) : movement);
  const exchange = hasRate
    ? await prepareExchange({ readFacts, readRuns }, scope, {
        base,
        reported,
        ...{ runs: others, replaced, closes },
        movements: added.map(addRate),
      })
    : [];
  const movements = [...added, ...subtract(exchange, true)];
  const entries = buildJournal(movements, journal);
  const refused = buildJournal(open.filter(isRefused), journal).map(
    ({ id, amount: digits }): JournalProblem => ({
      problem: 'rate',
      entryId: id,
      value: `${digits} ${currency}`,
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
          ...books,
          base,
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
      booked: entry.amount,
      bookedCurrency: entry.currency,
      base: null,
      foreignRate: null,
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
    sawCloseAt,
    movements: movements.map(addRate),
    exact: sumPosition(movements),
  };
}
