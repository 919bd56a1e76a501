import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { beginCancellableRead } from '#lib/database/cancellable-read.ts';
import { millisecondsSql } from '#lib/database/columns.ts';
import { openCursor } from '#lib/database/cursor.ts';
import { readOnStandby } from '#lib/database/page-reads.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { isUuid } from '#lib/values/ids.ts';
import { instant, toDate } from '#lib/values/instant.ts';
import { signedAmount } from '#lib/values/signed.ts';
import type { SumName } from '../model/lines.ts';
import { isMemoLine, statementLines } from '../model/lines.ts';
import type { Period } from '../model/period.ts';
import { isDay } from '../model/period.ts';
import type { StatementFigures, StatementRow, StatementRowsView } from '../schema.ts';
import { findClosedPeriod } from './closes.ts';
import type { Run } from './figures.ts';
import { findRange, readAgreed, readExpiredLines, readExpiredPart, readFigures } from './figures.ts';
import { createRowsSql } from './rows-sql.ts';
import { findStatementChoice, readSnapshot, readStatementTerms } from './statement.ts';

const digits = z.string().transform(signedAmount).nullable();
const rowsOfLine = z.array(
  z.object({
    line: z.enum(statementLines),
    kind: z.enum(['deposit', 'withdrawal', 'settlement', 'difference']),
    recordId: z.string(),
    at: z.coerce.number().transform(instant),
    cursor: z.string(),
    amount: digits,
    serviceFee: digits,
    distributedFee: digits,
    depegLoss: digits,
  }),
);
const totalRows = z.tuple([z.object({ count: z.number(), amount: digits })]);

/** Rows on a page. */
const pageSize = 100;

const adjustedRows = z.array(z.object({ recordId: z.string(), from: z.string(), to: z.string() }));

/** The closed period of each adjusted record: by its time, or that which booked it before its time changed. */
const adjustedSql = `
  SELECT DISTINCT ON (row.record_id) row.record_id::text AS "recordId", c.first_day::text AS "from", c.last_day::text AS "to"
    FROM unnest($3::uuid[], $4::timestamptz[]) AS row (record_id, at)
    JOIN period_close c ON c.business_id = $1::uuid AND c.currency = $2 AND c.reopened_at IS NULL
   CROSS JOIN LATERAL (SELECT row.at >= c.begins_at AND row.at < c.ends_at AS yes) AS inside
   WHERE inside.yes OR EXISTS (SELECT FROM close_row r
           WHERE r.business_id = $1::uuid AND r.record_id = row.record_id AND r.close_id = c.close_id
             AND r.line <> 'adjustments' AND r.kind <> 'refund')
   ORDER BY row.record_id, inside.yes DESC`;

/** Finds the closed periods that adjustments belong to. */
async function findAdjusted(
  run: Run,
  businessId: string,
  currency: string,
  rows: z.infer<typeof rowsOfLine>,
) {
  const adjusted = rows.filter(({ line }) => line === 'adjustments');
  if (adjusted.length === 0) return {};
  const ids = adjusted.map(({ recordId }) => recordId);
  const times = adjusted.map(({ at }) => toDate(at));
  const found = adjustedRows.parse(await run(adjustedSql, [businessId, currency, ids, times]));
  return Object.fromEntries(found.map(({ recordId, ...days }) => [recordId, days]));
}

const memoColumns = {
  serviceFee: 'service_fee',
  distributedFee: 'distributed_fee',
  depegLoss: 'depeg_loss',
} as const;

/** Returns SQL for the rows of a line, or of a memo line with its amounts. $10 the line. */
const rowsOfSql = (rows: string, name: SumName): string =>
  isMemoLine(name)
    ? `SELECT row.line, row.kind, row.record_id, row.at, row.${memoColumns[name]} AS amount, row.service_fee, row.distributed_fee,
              row.depeg_loss
         FROM (${rows}) AS row WHERE row.${memoColumns[name]} IS NOT NULL AND $10::text IS NOT NULL`
    : `SELECT * FROM (${rows}) AS row WHERE row.line = $10`;

const selectedSql = `line, kind, record_id::text AS "recordId",
  ${millisecondsSql('at')} AS at,
  at::text || ' ' || record_id || ' ' || kind AS cursor, trim_scale(amount)::text AS amount,
  trim_scale(service_fee)::text AS "serviceFee", trim_scale(distributed_fee)::text AS "distributedFee",
  trim_scale(depeg_loss)::text AS "depegLoss"`;

const toRow = ({
  serviceFee,
  distributedFee,
  depegLoss,
  cursor: _cursor,
  ...row
}: z.infer<typeof rowsOfLine>[number]): StatementRow => ({
  ...row,
  memo: { serviceFee, distributedFee, depegLoss },
});

type Chosen = { readonly currency: string; readonly period: Period };

/** The place after a row. Its time has every digit that the database stores, in UTC. A record has a row of each kind. */
const cursorShape =
  /^((\d{4}-\d{2}-\d{2}) (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?\+00) (\S{36}) ([a-z]+)$/;

/** Returns the place of a cursor, or null for a text that is none. */
function parseCursor(text: string | null) {
  const [, time = '', day = '', recordId = '', kind = ''] = cursorShape.exec(text ?? '') ?? [];
  return isDay(day) && isUuid(recordId) ? { time, recordId, kind } : null;
}

/** Returns true for a cursor of the rows of a statement. */
export const isRowsCursor = (text: string): boolean => parseCursor(text) !== null;

/**
 * Returns a page of the rows of a line, oldest first, with the sum of all of them, and of those that have expired. A cursor that
 * can't be read gives the first page.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function readStatementRows(
  context: Context<PersonActor>,
  business: string,
  {
    line,
    after,
    size = pageSize,
    ...choice
  }: Partial<Chosen> & { readonly line: SumName; readonly after: string | null; readonly size?: number },
): Promise<StatementRowsView> {
  const { businessId } = requirePermission(context, business, 'statement.read', 'statements:read');
  const terms = await readStatementTerms(businessId);
  const { currency, period } = await findStatementChoice(context, businessId, choice);
  const place = parseCursor(after);
  return readSnapshot(context, async (run) => {
    const agreed = await readAgreed(run, businessId, currency);
    const range = await findRange(run, { businessId, currency, days: period, ...terms, agreed });
    const { sql, values } = createRowsSql(range);
    const ofLine = rowsOfSql(sql, line);
    const found = await run(
      `SELECT ${selectedSql} FROM (${ofLine}) AS row
        WHERE ($11::timestamptz IS NULL OR (at, record_id, kind) > ($11::timestamptz, $12::uuid, $13::text))
        ORDER BY row.at, row.record_id, row.kind LIMIT ${size + 1}`,
      [...values, line, place?.time, place?.recordId, place?.kind],
    );
    const totals = await run(
      `SELECT count(*)::int AS count, trim_scale(sum(amount))::text AS amount FROM (${ofLine}) AS row`,
      [...values, line],
    );
    const rows = rowsOfLine.parse(found);
    const shown = rows.slice(0, size);
    return {
      currency,
      period,
      line,
      ...totalRows.parse(totals)[0],
      expired: await readExpiredPart(run, range, line),
      rows: shown.map(toRow),
      adjusts: await findAdjusted(run, businessId, currency, shown),
      isFirst: place === null,
      next: rows.length > size ? (shown.at(-1)?.cursor ?? null) : null,
    };
  });
}

/** Rows that are read at once for a file. */
const batchSize = 1_000;

/**
 * Opens a statement for a file: its figures, what expired records add to them, and all its rows in batches, from one
 * snapshot. `end` must follow.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function openStatement(
  context: Context<PersonActor>,
  business: string,
  { currency, period }: Chosen,
): Promise<{
  readonly figures: StatementFigures;
  readonly expired: StatementFigures['lines'];
  readonly batches: AsyncGenerator<readonly StatementRow[]>;
  readonly end: () => Promise<void>;
}> {
  const { businessId } = requirePermission(context, business, 'statement.export');
  const terms = await readStatementTerms(businessId);
  return readOnStandby('export', async (pool) => {
    const { client, end } = await beginCancellableRead(context.signal, 'REPEATABLE READ', pool);
    try {
      const run: Run = async (sql, values) => (await client.query<Record<string, unknown>>(sql, values)).rows;
      const agreed = await readAgreed(run, businessId, currency);
      const input = { businessId, currency, days: period, ...terms, agreed };
      const closed = await findClosedPeriod(run, businessId, agreed, period);
      const figures = closed?.signed.figures ?? (await readFigures(run, input));
      const range = await findRange(run, input);
      const expired = await readExpiredLines(run, range);
      const { sql, values } = createRowsSql(range);
      const batches = await openCursor(run, {
        sql: `SELECT ${selectedSql} FROM (${sql}) AS row ORDER BY array_position($10::text[], row.line), row.at, row.record_id, row.kind`,
        values: [...values, [...statementLines]],
        size: batchSize,
      });
      return { figures, expired, batches: parseBatches(batches), end };
    } catch (error) {
      await end();
      throw error;
    }
  });
}

async function* parseBatches(batches: AsyncGenerator<readonly unknown[]>) {
  for await (const rows of batches) yield rowsOfLine.parse(rows).map(toRow);
}
