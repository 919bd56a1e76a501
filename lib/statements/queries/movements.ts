import 'server-only';
import * as z from 'zod';
import type { SignedAmount } from '#lib/values/amount.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { signedAmount } from '#lib/values/signed.ts';
import type { StatementLine } from '../model/lines.ts';
import { changesPosition, statementLines, sumIds } from '../model/lines.ts';
import type { Period } from '../model/period.ts';
import type { ClosedDays, GrossPosting, LeftOutRecord } from '../schema.ts';
import type { Run } from './figures.ts';
import { findRange, readAgreed, readBounds, readExpiredLines, readOpening } from './figures.ts';
import { hasEuroSql, readGross } from './gross.ts';
import { createRowsSql } from './rows-sql.ts';

const digits = z.string().transform(signedAmount);

const movementRows = z.array(
  z.object({
    line: z.enum(statementLines),
    kind: z.enum(['deposit', 'withdrawal', 'settlement', 'difference']),
    recordId: z.string(),
    day: z.string(),
    bookedOn: z.string(),
    amount: digits,
    /** The EUR amount that the service reported for exactly this credited amount. Null: none, or it isn't read. */
    euro: digits.nullable(),
    serviceFee: digits.nullable(),
    distributedFee: digits.nullable(),
    depegLoss: digits.nullable(),
    /** More than one for a sum. */
    records: z.number(),
  }),
);
const countRows = z.array(z.object({ line: z.enum(statementLines), count: z.number(), single: z.number() }));

const leftOutRows = z.array(
  z.object({
    line: z.enum(statementLines),
    kind: z.enum(['deposit', 'withdrawal']),
    recordId: z.string(),
  }),
);

/** Both bounds in UTC. The end is not included. */
type StatementBounds = Awaited<ReturnType<typeof readBounds>>;

/** The most movements that are read one by one. */
export const maximumMovements = 200_000;

/** A closed period stored no EUR amount, so its deposit has it, while that is credited with the same amount. */
const euroSql = `(SELECT trim_scale(d.uniform_payable_amount)::text FROM deposit d
  WHERE row.kind = 'deposit' AND d.business_id = $1::uuid AND d.deposit_id = row.record_id
    AND d.settlement_payable_amount = row.amount AND ${hasEuroSql})`;

const knownSumSql = (column: string): string =>
  `CASE WHEN count(${column}) = count(*) THEN sum(${column}) END`;

/**
 * Returns SQL for the movements of a statement. With sums, the deposits and withdrawals of a day are one movement with a reported value
 * and one without. Its ID says which. Adjustments and settlements stay rows of their own.
 */
const movementsSql = (rows: string, hasEuro: boolean, isSummed: boolean): string => {
  const own = `
    SELECT line, kind, record_id::text AS "recordId", booked_on::text AS "bookedOn",
           CASE WHEN line = 'adjustments' THEN (at AT TIME ZONE $7::text)::date ELSE booked_on END::text AS day,
           amount, ${hasEuro ? `${euroSql}::numeric` : 'NULL::numeric'} AS euro, service_fee, distributed_fee, depeg_loss, at
      FROM (${rows}) AS row WHERE amount <> 0 AND line = ANY ($10::text[])`;
  const one = `SELECT *, 1 AS records FROM (${own}) AS own`;
  const isValued = '(euro IS NOT NULL AND sign(euro) = sign(amount))';
  const sums = `
    SELECT line, kind, CASE WHEN is_single THEN "recordId" WHEN is_valued THEN '${sumIds.valued}' ELSE '${sumIds.unvalued}' END,
           "bookedOn", day, sum(amount), CASE WHEN is_single OR is_valued THEN sum(euro) END,
           ${['service_fee', 'distributed_fee', 'depeg_loss'].map(knownSumSql).join(', ')}, min(at), count(*)::int
      FROM (SELECT *, ${isValued} AS is_valued, line = 'adjustments' OR kind NOT IN ('deposit', 'withdrawal') AS is_single
              FROM (${own}) AS own) AS own
     GROUP BY 1, 2, 3, 4, 5, is_single, is_valued`;
  return `SELECT line, kind, "recordId", "bookedOn", day, trim_scale(amount)::text AS amount, trim_scale(euro)::text AS euro,
                 trim_scale(service_fee)::text AS "serviceFee", trim_scale(distributed_fee)::text AS "distributedFee",
                 trim_scale(depeg_loss)::text AS "depegLoss", records
            FROM (${isSummed ? sums : one}) AS part (line, kind, "recordId", "bookedOn", day, amount, euro, service_fee,
                  distributed_fee, depeg_loss, at, records)
           ORDER BY at, "recordId", line, kind`;
};

/** A movement of the position, the day of the business on which its money moved, and the day on which the statement counts it. */
type StatementMovement = z.infer<typeof movementRows>[number];

type MovementsInput = {
  readonly businessId: BusinessId;
  readonly currency: string;
  readonly period: Period;
  readonly timeZone: string;
  readonly countsCallbacks: boolean;
};

/**
 * Returns the movements of a period in the caller's transaction, oldest first, and how many records of each line are
 * left out, because they have no usable amount or have expired. More than `maximum` records are sums of days, where `canSum` says so,
 * and always where `isSummed` says so. With `hasGross` it also returns the parts of gross posting,
 * with `hasBalances` the position and the time at which the period begins, and with `hasEuro` the reported EUR amounts. Null:
 * there are too many. The caller has checked the permission.
 */
export async function readMovements(
  run: Run,
  input: MovementsInput & {
    readonly hasGross: boolean;
    readonly hasBalances: boolean;
    readonly hasEuro: boolean;
    readonly maximum: number;
    readonly canSum: boolean;
    readonly isSummed: boolean;
  },
): Promise<{
  readonly isSummed: boolean;
  readonly gross: GrossPosting | null;
  /** The closes that share days with the period. */
  readonly closes: readonly ClosedDays[];
  /** All of its days are closed. */
  readonly isClosed: boolean;
  readonly balances: { readonly opening: SignedAmount | null; readonly bounds: StatementBounds } | null;
  readonly movements: readonly StatementMovement[];
  readonly leftOut: readonly { readonly line: StatementLine; readonly count: number }[];
} | null> {
  const agreed = await readAgreed(run, input.businessId, input.currency);
  const { hasGross, hasBalances, hasEuro, timeZone, period } = input;
  const days = { ...input, days: period, agreed };
  const range = await findRange(run, days);
  const { sql, values } = createRowsSql(range);
  const counts = countRows.parse(
    await run(
      `SELECT line, count(*)::int AS count, count(*) FILTER (WHERE line = 'adjustments' OR kind NOT IN ('deposit', 'withdrawal'))::int AS single
         FROM (${sql}) AS row GROUP BY line`,
      values,
    ),
  );
  const add = (of: 'count' | 'single') => counts.reduce((sum, row) => sum + row[of], 0);
  const isSummed = input.isSummed || (input.canSum && add('count') > input.maximum);
  if (add(isSummed ? 'single' : 'count') > input.maximum) return null;
  const rows = await run(movementsSql(sql, hasEuro, isSummed), [
    ...values,
    statementLines.filter(changesPosition),
  ]);
  const gross = hasGross ? await readGross(run, { rows: { sql, values }, range, agreed, isSummed }) : null;
  const readBalances = async () => ({
    opening: await readOpening(run, days),
    bounds: await readBounds(run, period, timeZone),
  });
  return {
    movements: movementRows.parse(rows),
    isSummed,
    gross,
    closes: agreed.closes.filter(({ closeId }) => range.closeIds.includes(closeId)),
    isClosed: range.open.length === 0,
    balances: hasBalances ? await readBalances() : null,
    leftOut: [
      ...counts.flatMap(({ line, count }) => (changesPosition(line) ? [] : [{ line, count }])),
      ...(await readExpiredLines(run, range)).map(({ name, count }) => ({ line: name, count })),
    ],
  };
}

/**
 * Lists the records of a period whose amount is not reported, or of which callbacks alone reported it, oldest first. Those that
 * have expired are only counted. The caller has checked the permission.
 */
export async function listLeftOut(
  run: Run,
  { period, ...input }: MovementsInput,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<readonly LeftOutRecord[]> {
  const agreed = await readAgreed(run, input.businessId, input.currency);
  const { sql, values } = createRowsSql(await findRange(run, { ...input, days: period, agreed }));
  const rows = await run(
    `SELECT line, kind, record_id::text AS "recordId" FROM (${sql}) AS row WHERE line = ANY ($10::text[])
      ORDER BY row.at, row.record_id LIMIT $11 OFFSET $12`,
    [...values, statementLines.filter((line) => !changesPosition(line)), limit, offset],
  );
  return leftOutRows.parse(rows);
}
