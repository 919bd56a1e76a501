import 'server-only';
import * as z from 'zod';
import type { SignedAmount } from '#lib/values/amount.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { signedAmount } from '#lib/values/signed.ts';
import type { StatementLine } from '../model/lines.ts';
import { changesPosition, statementLines } from '../model/lines.ts';
import type { Period } from '../model/period.ts';
import type { GrossParts } from '../schema.ts';
import type { Run } from './figures.ts';
import { findRange, readAgreed, readBounds, readExpiredLines, readOpening } from './figures.ts';
import { createRowsSql } from './rows-sql.ts';

const digits = z.string().transform(signedAmount);

const movementRows = z.array(
  z.object({
    line: z.enum(statementLines),
    kind: z.enum(['deposit', 'withdrawal', 'settlement', 'difference']),
    recordId: z.string(),
    day: z.string(),
    amount: digits,
  }),
);
const countRows = z.array(z.object({ line: z.enum(statementLines), count: z.number() }));

/** Both bounds in UTC. The end is not included. */
type StatementBounds = Awaited<ReturnType<typeof readBounds>>;

/** The most movements that are read at once. */
const maximumMovements = 200_000;

/** A movement of the position, and the day of the business on which its money moved. */
type StatementMovement = z.infer<typeof movementRows>[number];

const grossRows = z.array(
  z.object({
    line: z.enum(statementLines),
    recordId: z.string(),
    day: z.string(),
    serviceFee: digits.nullable(),
    difference: digits.nullable(),
  }),
);

/**
 * Compares credited amount and fee with the amount received, deposit by deposit. The amount received is in display currency.
 * A difference in another currency than that of the statement is converted by the credited amounts of the same deposit,
 * and rounded to $10 decimals.
 */
const grossSql = (rows: string) => `
  SELECT row.line, row.record_id::text AS "recordId", (row.at AT TIME ZONE $7::text)::date::text AS day,
         trim_scale(row.service_fee)::text AS "serviceFee",
         trim_scale(CASE
           WHEN d.display_currency = $2::text THEN d.display_amount - row.amount - row.service_fee
           WHEN d.display_amount = d.display_payable_amount + d.display_service_fee THEN 0
           WHEN d.display_payable_amount > 0
           THEN round((d.display_amount - d.display_payable_amount - d.display_service_fee)
                      * row.amount / d.display_payable_amount, $10::int) END)::text AS difference
    FROM (${rows}) AS row
    LEFT JOIN deposit d ON d.business_id = $1::uuid AND d.deposit_id = row.record_id
   WHERE row.kind = 'deposit' AND row.line IN ('credited', 'declared', 'adjustments') AND row.amount IS NOT NULL
   ORDER BY row.at, row.record_id`;

/**
 * Returns the movements of a period in the caller's transaction, oldest first, and how many records of each line are
 * left out, because they have no usable amount or have expired. With `grossDecimals` it also returns the parts of gross posting,
 * and with `hasBalances` the position and the time at which the period begins. Null: there are too many. The caller has
 * checked the permission.
 */
export async function readMovements(
  run: Run,
  input: {
    readonly businessId: BusinessId;
    readonly currency: string;
    readonly period: Period;
    readonly timeZone: string;
    readonly countsCallbacks: boolean;
    readonly grossDecimals: number | null;
    readonly hasBalances: boolean;
  },
): Promise<{
  readonly gross: readonly GrossParts[];
  readonly balances: { readonly opening: SignedAmount | null; readonly bounds: StatementBounds } | null;
  readonly movements: readonly StatementMovement[];
  readonly leftOut: readonly { readonly line: StatementLine; readonly count: number }[];
} | null> {
  const agreed = await readAgreed(run, input.businessId, input.currency);
  const { grossDecimals, hasBalances, timeZone, period } = input;
  const days = { ...input, days: period, agreed };
  const range = await findRange(run, days);
  const { sql, values } = createRowsSql(range);
  const counts = countRows.parse(
    await run(`SELECT line, count(*)::int AS count FROM (${sql}) AS row GROUP BY line`, values),
  );
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  if (total > maximumMovements) return null;
  const rows = await run(
    `SELECT line, kind, record_id::text AS "recordId", (at AT TIME ZONE $7::text)::date::text AS day,
            trim_scale(amount)::text AS amount
       FROM (${sql}) AS row WHERE amount <> 0 AND line = ANY ($10::text[])
      ORDER BY row.at, row.record_id, row.line, row.kind`,
    [...values, statementLines.filter(changesPosition)],
  );
  const gross = grossDecimals === null ? [] : await run(grossSql(sql), [...values, grossDecimals]);
  const readBalances = async () => ({
    opening: await readOpening(run, days),
    bounds: await readBounds(run, period, timeZone),
  });
  return {
    movements: movementRows.parse(rows),
    gross: grossRows.parse(gross),
    balances: hasBalances ? await readBalances() : null,
    leftOut: [
      ...counts.filter(({ line }) => !changesPosition(line)),
      ...(await readExpiredLines(run, range)).map(({ name, count }) => ({ line: name, count })),
    ],
  };
}
