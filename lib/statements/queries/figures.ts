import 'server-only';
import * as z from 'zod';
import { dayStartSql } from '#lib/database/day-begin.ts';
import type { PlainTransaction } from '#lib/database/statements.ts';
import type { SignedAmount } from '#lib/values/amount.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { addSigned, signedAmount } from '#lib/values/signed.ts';
import type { MemoLine, StatementLine } from '../model/lines.ts';
import { changesPosition, depositLines, memoLines, statementLines } from '../model/lines.ts';
import type { Days } from '../model/period.ts';
import { addDays } from '../model/period.ts';
import type { StatementFigures } from '../schema.ts';
import type { RowRange } from './rows-sql.ts';
import { createRowsSql } from './rows-sql.ts';

/** Runs one statement of the caller's transaction. */
export type Run = PlainTransaction['run'];

const zero = signedAmount('0');
const digits = z.string().transform(signedAmount).nullable();

const sumRows = z.array(
  z.object({
    line: z.enum(statementLines),
    count: z.number(),
    amount: digits,
    serviceFee: digits,
    serviceFeeKnown: z.number(),
    distributedFee: digits,
    distributedFeeKnown: z.number(),
    depegLoss: digits,
    depegLossKnown: z.number(),
  }),
);
type Sums = z.infer<typeof sumRows>;

const sumColumns = `line, count(*)::int AS count, trim_scale(sum(amount))::text AS amount,
  trim_scale(sum(service_fee))::text AS "serviceFee", count(service_fee)::int AS "serviceFeeKnown",
  trim_scale(sum(distributed_fee))::text AS "distributedFee", count(distributed_fee)::int AS "distributedFeeKnown",
  trim_scale(sum(depeg_loss))::text AS "depegLoss", count(depeg_loss)::int AS "depegLossKnown"`;

async function readSums(run: Run, range: RowRange): Promise<Sums> {
  const { sql, values } = createRowsSql(range);
  return sumRows.parse(await run(`SELECT ${sumColumns} FROM (${sql}) AS row GROUP BY line`, values));
}

/** Returns by how much these lines change the position. */
const sumChange = (
  lines: readonly { readonly line: StatementLine; readonly amount: SignedAmount | null }[],
): SignedAmount =>
  lines.reduce(
    (sum, { line, amount }) => (amount === null || !changesPosition(line) ? sum : addSigned(sum, amount)),
    zero,
  );

const isoSql = (at: string) => `to_char((${at}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
const boundRows = z.tuple([z.object({ beginsAt: z.string(), endsAt: z.string() })]);

/** Returns the bounds of days in UTC. The end is the start of the next day. */
async function readBounds(run: Run, { from, to }: Days, timeZone: string) {
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
            ${isoSql('ends_at')} AS "endsAt", trim_scale(closing)::text AS closing
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
  if (opening === null || opening.day > day || (closed !== null && opening.day < closed.day)) return closed;
  return opening;
}

/** Bounds of the period. It begins where the close before it ended, also after a change of the time zone. */
async function findBounds(run: Run, { closes }: AgreedPositions, days: Days, timeZone: string) {
  const bounds = await readBounds(run, days, timeZone);
  const before = closes.find(({ to }) => addDays(to, 1) === days.from);
  const after = closes.find(({ from }) => addDays(days.to, 1) === from);
  return { beginsAt: before?.endsAt ?? bounds.beginsAt, endsAt: after?.beginsAt ?? bounds.endsAt };
}

const countRows = z.tuple([z.object({ count: z.number() })]);
const refundRows = z.array(
  z.object({ coin: z.string(), count: z.number(), amount: digits, known: z.number(), fee: digits }),
);

const withoutCurrencySql = `SELECT count(*)::int AS count FROM deposit d
  WHERE d.business_id = $1::uuid AND d.status = 'CONFIRMED' AND d.deposit_received_at IS NOT NULL
    AND d.sort_at >= $2::timestamptz AND d.sort_at < $3::timestamptz AND d.settlement_currency IS NULL`;

const refundsSql = `SELECT coalesce(d.refund_deposit_currency, '') AS coin, count(*)::int AS count,
         trim_scale(sum(d.refund_amount))::text AS amount, count(d.refund_amount)::int AS known,
         trim_scale(sum(d.refund_fee))::text AS fee
    FROM deposit d
   WHERE d.business_id = $1::uuid AND d.refund_first_seen_at IS NOT NULL AND d.settlement_currency = $2
     AND d.refund_confirmed_at >= $3::timestamptz AND d.refund_confirmed_at < $4::timestamptz
   GROUP BY 1 ORDER BY 1`;

function toMemo(sums: Sums, name: MemoLine): StatementFigures['memo'][number] {
  const deposits = sums.filter(({ line }) => depositLines.includes(line));
  const known = deposits.reduce((sum, row) => sum + row[`${name}Known`], 0);
  return {
    name,
    known,
    count: deposits.reduce((sum, { count }) => sum + count, 0),
    amount: known === 0 ? null : deposits.reduce((sum, row) => addSigned(sum, row[name] ?? zero), zero),
  };
}

const toLine = (sums: Sums, name: StatementLine): StatementFigures['lines'][number] => {
  const found = sums.find(({ line }) => line === name);
  return { name, count: found?.count ?? 0, amount: found?.amount ?? null };
};

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

/**
 * Returns the rows that a period has. Closed periods within it count as they were closed. A period that cuts through a
 * closed one has the records as they are now.
 */
export async function findRange(run: Run, input: FiguresInput): Promise<RowRange> {
  const { businessId, currency, days, timeZone, countsCallbacks, agreed } = input;
  const touched = agreed.closes.filter(({ from, to }) => from <= days.to && to >= days.from);
  const isCut = touched.some(({ from, to }) => from < days.from || to > days.to);
  const inside = isCut ? [] : touched;
  const openDay = findOpenDay(agreed);
  const last = inside.at(-1);
  const from = last === undefined ? days.from : addDays(last.to, 1);
  const open = from > days.to ? null : { from, to: days.to };
  return {
    ...{ businessId, currency, timeZone, countsCallbacks, closeIds: inside.map(({ closeId }) => closeId) },
    open: open && { ...open, ...(await findBounds(run, agreed, open, timeZone)) },
    isCut,
    isAdjusted: !isCut && openDay !== null && openDay >= days.from && openDay <= days.to,
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

/**
 * Computes the figures of a period from the records: sums in the database, exact digits. Run it in one transaction. The
 * comparison with another period needs no opening.
 */
export async function readFigures(
  run: Run,
  input: FiguresInput,
  { needsOpening = true }: { readonly needsOpening?: boolean } = {},
): Promise<StatementFigures> {
  const { businessId, currency, days, timeZone, countsCallbacks, agreed } = input;
  const { beginsAt, endsAt } = await findBounds(run, agreed, days, timeZone);
  const sums = await readSums(run, await findRange(run, input));
  const withoutCurrency = countRows.parse(await run(withoutCurrencySql, [businessId, beginsAt, endsAt]))[0];
  const refunds = refundRows.parse(await run(refundsSql, [businessId, currency, beginsAt, endsAt]));
  const opening = needsOpening ? await readOpening(run, input) : null;
  const change = sumChange(sums);
  return {
    ...{ currency, from: days.from, to: days.to, timeZone, beginsAt, endsAt, countsCallbacks, opening },
    lines: statementLines.map((name) => toLine(sums, name)),
    memo: memoLines.map((name) => toMemo(sums, name)),
    withoutCurrency: withoutCurrency.count,
    refunds,
    change,
    closing: opening === null ? null : addSigned(opening, change),
  };
}

/** Returns the lines of stored rows of a close, to compare them with what was signed. */
export async function readStoredLines(
  run: Run,
  businessId: BusinessId,
  closeId: string,
): Promise<Pick<StatementFigures, 'lines' | 'memo'>> {
  const sums = sumRows.parse(
    await run(
      `SELECT ${sumColumns} FROM close_row WHERE business_id = $1::uuid AND close_id = $2::uuid GROUP BY line`,
      [businessId, closeId],
    ),
  );
  return {
    lines: statementLines.map((name) => toLine(sums, name)),
    memo: memoLines.map((name) => toMemo(sums, name)),
  };
}
