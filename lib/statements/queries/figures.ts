import 'server-only';
import * as z from 'zod';
import { dayStartSql } from '#lib/database/day-begin.ts';
import type { PlainTransaction } from '#lib/database/statements.ts';
import { daysBetweenSql, expiredBetweenSql } from '#lib/rollups/index.ts';
import type { SignedAmount } from '#lib/values/amount.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { addSigned, signedAmount } from '#lib/values/signed.ts';
import type { MemoLine, StatementLine, SumName } from '../model/lines.ts';
import {
  changesPosition,
  depositLines,
  isMemoLine,
  memoLines,
  statementLines,
  sumNames,
} from '../model/lines.ts';
import type { Days } from '../model/period.ts';
import { addDays } from '../model/period.ts';
import type { ComparedFigures, ExpiredPart, StatementFigures } from '../schema.ts';
import { readRefunds } from './refunds.ts';
import type { OpenDays, RowRange } from './rows-sql.ts';
import { createUnsignedRowsSql } from './rows-sql.ts';

/** Runs one statement of the caller's transaction. */
export type Run = PlainTransaction['run'];

const zero = signedAmount('0');
const digits = z.string().transform(signedAmount).nullable();

const sumRows = z.array(z.object({ name: z.enum(sumNames), count: z.number(), amount: digits }));

/** The count and sum of each line, and of each memo amount that is known. A name may have several parts. */
type Sums = z.infer<typeof sumRows>;

const sumColumns = 'part.name, sum(part.count)::int AS count, trim_scale(sum(part.amount))::text AS amount';

const ofPeriod = "(row.line <> 'adjustments')::int";

/**
 * Returns SQL for the sums of rows. Each row is counted on its line, and each deposit of the period on each memo line whose
 * amount it has. An adjustment of a memo line counts no deposit.
 */
const sumOfRowsSql = (rows: string): string => `
  SELECT ${sumColumns} FROM (${rows}) AS row, LATERAL (VALUES
      (row.line, 1, row.amount),
      ('serviceFee', ${ofPeriod}, row.service_fee),
      ('distributedFee', ${ofPeriod}, row.distributed_fee),
      ('depegLoss', ${ofPeriod}, row.depeg_loss)) AS part (name, count, amount)
   WHERE part.name = row.line OR part.amount IS NOT NULL GROUP BY part.name`;

/** The sum of no values is null, not 0. */
const knownSum = (column: string): string =>
  `${column}_known, CASE WHEN ${column}_known > 0 THEN ${column} END`;

/**
 * Returns SQL for the sums of daily totals: $1 business, $2 currency, $3 and $4 first and last day, $5 time zone, $6 true if
 * amounts of callbacks count as credited.
 */
const sumOfDaysSql = (totals: string): string => `
  SELECT ${sumColumns}
    FROM (${totals}) AS total,
         LATERAL (
           SELECT * FROM (VALUES
             ('credited', ${knownSum('credited')}),
             (CASE WHEN $6::boolean THEN 'declared' ELSE 'reported' END, ${knownSum('reported_credit')}),
             ('depositsNotReported', total.count - credited_known - reported_credit_known, NULL),
             ('serviceFee', ${knownSum('fee')}),
             ('distributedFee', ${knownSum('distributed_fee')}),
             ('depegLoss', ${knownSum('depeg_loss')})) AS deposits WHERE kind = 'deposit-settlement'
           UNION ALL
           SELECT * FROM (VALUES
             ('withdrawals', deducted_known, CASE WHEN deducted_known > 0 THEN -deducted END),
             ('withdrawalsNotReported', total.count - deducted_known, NULL)) AS withdrawals WHERE kind = 'withdrawal'
         ) AS part (name, count, amount)
   WHERE key = $2::text AND $5::text IS NOT NULL AND part.count > 0 GROUP BY part.name`;

const days = { business: '$1', zone: '$5', from: '$3', to: '$4' };
const sumOfAllSql = sumOfDaysSql(daysBetweenSql(days, ['deposit-settlement', 'withdrawal']));
const sumOfExpiredSql = sumOfDaysSql(expiredBetweenSql(days, ['deposit-settlement', 'withdrawal']));

const listDayValues = ({ businessId, currency, timeZone, countsCallbacks }: RowRange, { from, to }: Days) => [
  ...[businessId, currency, from, to],
  ...[timeZone, countsCallbacks],
];

/** Reads the sums of each part of the open days by a statement of daily totals. */
async function readOpenSums(run: Run, range: RowRange, sql: string): Promise<Sums> {
  const parts: Sums[] = [];
  for (const open of range.open) parts.push(sumRows.parse(await run(sql, listDayValues(range, open))));
  return parts.flat();
}

/** Returns the lines to which expired records add something, with what they add. No row shows it. */
export async function readExpiredLines(run: Run, range: RowRange): Promise<StatementFigures['lines']> {
  const sums = await readOpenSums(run, range, sumOfExpiredSql);
  return toLines(sums).lines.filter(({ count }) => count > 0);
}

/** Returns what expired records add to a line or a memo line. Null: nothing. */
export async function readExpiredPart(run: Run, range: RowRange, name: SumName): Promise<ExpiredPart | null> {
  const sums = await readOpenSums(run, range, sumOfExpiredSql);
  const parts = sums.filter((part) => part.name === name);
  return parts.length === 0 ? null : { count: countParts(parts), amount: addParts(parts) };
}

/** The sums of closed periods, as they were signed. Storing a close compares them with its rows. */
const sumOfClosesSql = `
  SELECT ${sumColumns}
    FROM period_close c, LATERAL (
      SELECT line ->> 'name', (line ->> 'count')::int, (line ->> 'amount')::numeric
        FROM jsonb_array_elements(c.head::jsonb #> '{figures,lines}') AS line
      UNION ALL
      SELECT memo ->> 'name', (memo ->> 'known')::int, (memo ->> 'amount')::numeric
        FROM jsonb_array_elements(c.head::jsonb #> '{figures,memo}') AS memo) AS part (name, count, amount)
   WHERE c.business_id = $1::uuid AND c.close_id = ANY ($2::uuid[])
     AND (part.count > 0 OR part.amount IS NOT NULL) GROUP BY part.name`;

/** Reads the sums of a range: whole closes as they were signed, open days from their totals, and everything else from rows. */
async function readSums(run: Run, range: RowRange): Promise<Sums> {
  const { businessId, wholeCloseIds, open } = range;
  const parts: Sums[] = [];
  if (wholeCloseIds.length > 0)
    parts.push(sumRows.parse(await run(sumOfClosesSql, [businessId, [...wholeCloseIds]])));
  const hasTotals = open.every(({ isWhole }) => isWhole);
  parts.push(await readOpenSums(run, range, hasTotals ? sumOfAllSql : sumOfExpiredSql));
  const rows = createUnsignedRowsSql(range, hasTotals);
  if (rows !== null) parts.push(sumRows.parse(await run(sumOfRowsSql(rows.sql), rows.values)));
  return parts.flat();
}

/** Returns the sum of all parts of a name. Null: nothing has a value. */
const addParts = (parts: Sums): SignedAmount | null =>
  parts.reduce<SignedAmount | null>(
    (sum, { amount }) => (amount === null ? sum : sum === null ? amount : addSigned(sum, amount)),
    null,
  );

/** Returns by how much these lines change the position. */
const sumChange = (sums: Sums): SignedAmount =>
  addParts(sums.filter(({ name }) => isLine(name) && changesPosition(name))) ?? zero;

const isLine = (name: SumName): name is StatementLine => !isMemoLine(name);

const isoSql = (at: string) => `to_char((${at}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
const boundRows = z.tuple([z.object({ beginsAt: z.string(), endsAt: z.string() })]);

/** Returns the bounds of days in UTC. The end is the start of the next day. */
export async function readBounds(run: Run, { from, to }: Days, timeZone: string) {
  const rows = await run(
    `SELECT ${isoSql(dayStartSql('$1::date', '$3::text'))} AS "beginsAt",
            ${isoSql(dayStartSql('$2::date + 1', '$3::text'))} AS "endsAt"`,
    [from, to, timeZone],
  );
  return boundRows.parse(rows)[0];
}

/** A position that two people agreed on, at the beginning of a day. */
type KnownPosition = { readonly day: string; readonly amount: SignedAmount | null };

const closeRows = z.array(
  z.object({
    closeId: z.string(),
    from: z.string(),
    to: z.string(),
    beginsAt: z.string(),
    endsAt: z.string(),
    /** In milliseconds. */
    closedAt: z.number(),
    opening: digits,
    closing: digits,
  }),
);
const openingRows = z.array(z.object({ day: z.string(), amount: z.string().transform(signedAmount) }));

/** Everything that two people agreed on about a currency, oldest first. */
export type AgreedPositions = {
  readonly closes: z.infer<typeof closeRows>;
  readonly opening: z.infer<typeof openingRows>[number] | null;
};

/** Reads the active closes and the opening position of a currency. */
export async function readAgreed(
  run: Run,
  businessId: BusinessId,
  currency: string,
): Promise<AgreedPositions> {
  const closes = await run(
    `SELECT close_id::text AS "closeId", first_day::text AS "from", last_day::text AS "to", ${isoSql('begins_at')} AS "beginsAt",
            ${isoSql('ends_at')} AS "endsAt", floor(extract(epoch FROM closed_at) * 1000)::float8 AS "closedAt",
            head::jsonb #>> '{figures,opening}' AS opening, trim_scale(closing)::text AS closing
       FROM period_close WHERE business_id = $1::uuid AND currency = $2 AND reopened_at IS NULL ORDER BY first_day`,
    [businessId, currency],
  );
  const openings = await run(
    `SELECT value ->> 'day' AS day, value ->> 'amount' AS amount FROM setting
      WHERE business_id = $1::uuid AND kind = 'opening-position' AND subject = $2 AND value IS NOT NULL`,
    [businessId, currency],
  );
  return { closes: closeRows.parse(closes), opening: openingRows.parse(openings)[0] ?? null };
}

/** Returns the last agreed position at or before the beginning of a day, or null. */
function findKnownPosition({ closes, opening }: AgreedPositions, day: string): KnownPosition | null {
  const close = closes.findLast(({ to }) => to < day);
  const closed = close === undefined ? null : { day: addDays(close.to, 1), amount: close.closing };
  if (opening === null || opening.day > day) return closed;
  if (closed === null || opening.day > closed.day) return opening;
  // A signed position counts, unless it is unknown.
  return opening.day === closed.day && closed.amount === null ? opening : closed;
}

/** Bounds of the period. It begins where the close before it ended, also after a change of the time zone. */
async function findBounds(run: Run, { closes }: AgreedPositions, days: Days, timeZone: string) {
  const bounds = await readBounds(run, days, timeZone);
  const before = closes.find(({ to }) => addDays(to, 1) === days.from);
  const after = closes.find(({ from }) => addDays(days.to, 1) === from);
  const [beginsAt, endsAt] = [before?.endsAt ?? bounds.beginsAt, after?.beginsAt ?? bounds.endsAt];
  return { beginsAt, endsAt, isWhole: beginsAt === bounds.beginsAt && endsAt === bounds.endsAt };
}

const countRows = z.tuple([z.object({ count: z.number() })]);

const withoutCurrencySql = `SELECT coalesce(sum(count), 0)::int AS count
  FROM (${daysBetweenSql({ business: '$1', zone: '$4', from: '$2', to: '$3' }, ['deposit-settlement'])}) AS total WHERE key = ''`;
const withoutCurrencyBetweenSql = `SELECT count(*)::int AS count FROM deposit d
  WHERE d.business_id = $1::uuid AND d.status = 'CONFIRMED' AND d.deposit_received_at IS NOT NULL
    AND d.sort_at >= $2::timestamptz AND d.sort_at < $3::timestamptz AND d.settlement_currency IS NULL`;

const countParts = (parts: Sums): number => parts.reduce((sum, { count }) => sum + count, 0);

function toMemo(sums: Sums, name: MemoLine): StatementFigures['memo'][number] {
  const known = sums.filter((part) => part.name === name);
  const deposits = sums.filter((part) => isLine(part.name) && depositLines.includes(part.name));
  return { name, known: countParts(known), count: countParts(deposits), amount: addParts(known) };
}

function toLine(sums: Sums, name: StatementLine): StatementFigures['lines'][number] {
  const parts = sums.filter((part) => part.name === name);
  return { name, count: countParts(parts), amount: addParts(parts) };
}

/** A period of a currency, with what two people agreed on. */
export type FiguresInput = {
  readonly businessId: BusinessId;
  readonly currency: string;
  readonly days: Days;
  readonly timeZone: string;
  readonly countsCallbacks: boolean;
  readonly agreed: AgreedPositions;
};

/** The first day after the last closed period. Facts of closed periods that arrived later are adjustments of this day. */
export const findOpenDay = ({ closes }: AgreedPositions): string | null => {
  const last = closes.at(-1);
  return last === undefined ? null : addDays(last.to, 1);
};

/** Returns the rows that a period has. What is closed counts as it was closed, also where only some of its days are in the period. */
export async function findRange(run: Run, input: FiguresInput): Promise<RowRange> {
  const { businessId, currency, days, timeZone, countsCallbacks, agreed } = input;
  // Periods are closed in order, so nothing is open between them.
  const touched = agreed.closes.filter(({ from, to }) => from <= days.to && to >= days.from);
  const whole = touched.filter(({ from, to }) => from >= days.from && to <= days.to);
  const [first, last] = [touched[0], touched.at(-1)];
  const openDays: readonly Days[] =
    first === undefined || last === undefined
      ? [days]
      : [
          { from: days.from, to: addDays(first.from, -1) },
          { from: addDays(last.to, 1), to: days.to },
        ];
  const open: OpenDays[] = [];
  for (const one of openDays)
    if (one.from <= one.to) open.push({ ...one, ...(await findBounds(run, agreed, one, timeZone)) });
  const openDay = findOpenDay(agreed);
  return {
    businessId,
    currency,
    timeZone,
    countsCallbacks,
    days: { from: days.from, to: days.to },
    open,
    closeIds: touched.map(({ closeId }) => closeId),
    wholeCloseIds: whole.map(({ closeId }) => closeId),
    isAdjusted: openDay !== null && openDay >= days.from && openDay <= days.to,
  };
}

/** Returns the position when the first of these days begins, or null without an agreed position before. */
export async function readOpening(run: Run, input: FiguresInput): Promise<SignedAmount | null> {
  const { agreed, days } = input;
  const known = findKnownPosition(agreed, days.from);
  if (known === null || known.amount === null || known.day === days.from) return known?.amount ?? null;
  const since = { ...input, days: { from: known.day, to: addDays(days.from, -1) } };
  return addSigned(known.amount, sumChange(await readSums(run, await findRange(run, since))));
}

const toLines = (sums: Sums): Pick<StatementFigures, 'lines' | 'memo'> => ({
  lines: statementLines.map((name) => toLine(sums, name)),
  memo: memoLines.map((name) => toMemo(sums, name)),
});

/** Computes the figures of a period: sums in the database, exact digits. Run it in one transaction. */
export async function readFigures(run: Run, input: FiguresInput): Promise<StatementFigures> {
  const { businessId, currency, days, timeZone, countsCallbacks, agreed } = input;
  const { beginsAt, endsAt, isWhole } = await findBounds(run, agreed, days, timeZone);
  const range = await findRange(run, input);
  const sums = await readSums(run, range);
  const [withoutCurrency] = countRows.parse(
    isWhole
      ? await run(withoutCurrencySql, [businessId, days.from, days.to, timeZone])
      : await run(withoutCurrencyBetweenSql, [businessId, beginsAt, endsAt]),
  );
  const opening = await readOpening(run, input);
  const change = sumChange(sums);
  return {
    currency,
    from: days.from,
    to: days.to,
    timeZone,
    beginsAt,
    endsAt,
    countsCallbacks,
    opening,
    ...toLines(sums),
    withoutCurrency: withoutCurrency.count,
    ...(await readRefunds(run, range)),
    change,
    closing: opening === null ? null : addSigned(opening, change),
  };
}

/** Computes what a statement compares with another period. */
export async function readComparison(run: Run, input: FiguresInput): Promise<ComparedFigures> {
  const sums = await readSums(run, await findRange(run, input));
  return {
    currency: input.currency,
    from: input.days.from,
    ...toLines(sums),
    change: sumChange(sums),
  };
}

/** Returns the lines of stored rows of a close, to compare them with what was signed. */
export async function readStoredLines(
  run: Run,
  businessId: BusinessId,
  closeId: string,
): Promise<Pick<StatementFigures, 'lines' | 'memo'>> {
  const rows =
    "SELECT * FROM close_row WHERE business_id = $1::uuid AND close_id = $2::uuid AND kind <> 'refund'";
  const sums = sumRows.parse(await run(sumOfRowsSql(rows), [businessId, closeId]));
  return toLines(sums);
}
