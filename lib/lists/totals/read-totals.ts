import 'server-only';
import type pg from 'pg';
import * as z from 'zod';
import {
  beginCancellableRead,
  runWithTimeLimit,
  withReadTransaction,
} from '#lib/database/cancellable-read.ts';
import { stalledReadTimeout } from '#lib/database/long-reads.ts';
import { streamOnStandby } from '#lib/database/page-reads.ts';
import { Statement } from '#lib/database/statement.ts';
import type { ListQuery } from '#lib/lists/model/query.ts';
import type { FieldSums, ListTotals, TotalsProgress } from '#lib/lists/model/totals.ts';
import { totalsBound } from '#lib/lists/model/totals.ts';
import { parseTotal } from '#lib/values/amount.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { CursorPosition } from '../cursor.ts';
import { afterPosition } from '../cursor.ts';
import type { ListDefinition, PreparedQuery } from '../definition.ts';
import { listCondition, listRows } from '../definition.ts';
import { prepareQuery } from '../prepare-query.ts';

/** A field with totals. */
export type SummedField = {
  /** Name in the list: `depositAmount`. */
  readonly field: string;
  /** `d.deposit_amount` */
  readonly amount: string;
  /** Currency column, or a quoted code where it is fixed: `d.deposit_currency`, `'EUR'`. */
  readonly currency: string;
  /**
   * The records of a listed row that have the amount: `deposit d ON d.business_id = listed.business AND d.payment_id =
   * listed.id`. Without it, the row itself has the amount.
   */
  readonly records?: string;
};

/** Limits of totals that no person requested. */
type TotalsLimits = {
  /** The most rows. */
  readonly bound: number;
  /** Time limit. Beyond it, totals are calculated on request. */
  readonly timeBudgetMs: number;
};

const usualLimits: TotalsLimits = { bound: totalsBound, timeBudgetMs: 5_000 };

/** Rows per statement when a person requests the totals. */
const usualBatchRows = 50_000;

const sumRow = z.object({
  field: z.number(),
  currency: z.string().nullable(),
  count: z.string(),
  known: z.string(),
  total: z.string().nullable(),
});
type SumRow = z.output<typeof sumRow>;

const buildColumns = ({ business, id }: ListDefinition, fields: readonly SummedField[]): string =>
  [
    `${business} AS business, ${id} AS id`,
    ...fields.flatMap(({ amount, currency, records }, index) =>
      records === undefined ? [`${currency}::text AS c${index}, ${amount} AS a${index}`] : [],
    ),
  ].join(', ');

/** Sums `listed` and the records of its rows as text, so that no digit goes through a floating-point number. */
const buildSums = (fields: readonly SummedField[]): string =>
  [...Map.groupBy(fields.entries(), ([, { records }]) => records)]
    .map(([records, summed]) => {
      const values = summed.map(([index, { amount, currency }]) =>
        records === undefined
          ? `(${index}, c${index}, a${index})`
          : `(${index}, ${currency}::text, ${amount})`,
      );
      return `
  SELECT part.field, part.currency, count(*) AS count, count(part.amount) AS known, sum(part.amount) AS total
    FROM listed ${records === undefined ? '' : `JOIN ${records}`}
         CROSS JOIN LATERAL (VALUES ${values.join(', ')}) AS part(field, currency, amount)
   GROUP BY part.field, part.currency`;
    })
    .join(' UNION ALL ');

const sumColumns = `field, currency, sum(count)::text AS count, sum(known)::text AS known,
  trim_scale(sum(total))::text AS total`;

function toCurrencySum({ currency, count, known, total }: SumRow): FieldSums['sums'][number] {
  const amount = total === null ? null : parseTotal(total);
  if (total !== null && amount === null) throw new RangeError(`not a sum of amounts: ${total}`);
  // Amounts without a currency may have several, so they have no total.
  return {
    currency,
    count: Number(count),
    known: Number(known),
    total: currency === null ? null : amount,
  };
}

const fieldSums = (fields: readonly SummedField[], rows: readonly SumRow[]): readonly FieldSums[] =>
  fields.map(({ field }, index) => ({
    field,
    sums: rows
      .filter((row) => row.field === index)
      .map(toCurrencySum)
      .toSorted(
        (left, right) =>
          // Rows without a currency have no total and come last.
          Number(left.currency === null) - Number(right.currency === null) ||
          right.count - left.count ||
          (left.currency ?? '').localeCompare(right.currency ?? ''),
      ),
  }));

/**
 * Returns the totals of the filtered rows, exact up to 100,000 rows. Returns `too many` for more rows and after the time
 * limit. Aborting the signal cancels the statement.
 */
export async function readTotals(
  definition: ListDefinition,
  fields: readonly SummedField[],
  businessId: BusinessId,
  requestedQuery: ListQuery,
  signal?: AbortSignal,
  { bound, timeBudgetMs }: TotalsLimits = usualLimits,
): Promise<ListTotals> {
  const query = await prepareQuery(definition, businessId, requestedQuery);
  const statement = new Statement();
  const where = listCondition(definition, statement, businessId, query);
  const text = `SELECT ${buildColumns(definition, fields)} FROM ${listRows(definition)} WHERE ${where} LIMIT ${bound + 1}`;
  const summing = `WITH listed AS MATERIALIZED (${text}),
          counted AS (SELECT count(*) AS rows FROM listed)
     SELECT counted.rows::int AS rows, summed.*
       FROM counted LEFT JOIN LATERAL (
            SELECT ${sumColumns} FROM (${buildSums(fields)}) AS s WHERE counted.rows <= ${bound} GROUP BY field, currency
          ) AS summed ON true`;
  const rows = await withReadTransaction(signal, 'READ COMMITTED', (client) =>
    runWithTimeLimit(
      client,
      { text: summing, values: statement.values },
      { timeoutMs: timeBudgetMs, signal },
    ),
  );
  if (rows === null) return { kind: 'too many', bound: null };
  const count = z.object({ rows: z.number() }).parse(rows[0]).rows;
  if (count > bound) return { kind: 'too many', bound };
  const records = z.array(z.union([sumRow, z.object({ field: z.null() })])).parse(rows);
  const summed = records.filter((row): row is SumRow => row.field !== null);
  return { kind: 'exact', rows: count, fields: fieldSums(fields, summed) };
}

/** Sums so far and the last row; null at the end. */
type Part = { readonly rows: number; readonly sums: SumRow[]; readonly lastPosition: CursorPosition | null };

type TotalsInput = {
  readonly definition: ListDefinition;
  readonly fields: readonly SummedField[];
  readonly businessId: BusinessId;
  readonly query: PreparedQuery;
  /** Aborted when the request ends. */
  readonly signal?: AbortSignal | undefined;
  /** Rows per statement: 50,000 by default. */
  readonly batchRows?: number;
};

const partRow = z.object({
  rows: z.number(),
  last: z.object({ key: z.string(), id: z.string() }).nullable(),
  sums: z.array(sumRow),
});

/** Selects the next rows in the order of the list's own time. */
function buildNextRows(
  { definition, fields, businessId, query, batchRows = usualBatchRows }: TotalsInput,
  statement: Statement,
  lastPosition: CursorPosition | null,
) {
  const sort = { column: definition.at, kind: 'time', nullable: false } as const;
  const conditions = [listCondition(definition, statement, businessId, query)];
  if (lastPosition) conditions.push(afterPosition(definition, statement, sort, lastPosition, true));
  return `SELECT ${buildColumns(definition, fields)}, ${definition.at} AS at FROM ${listRows(definition)}
    WHERE ${conditions.join(' AND ')} ORDER BY ${definition.at} DESC, ${definition.id} DESC LIMIT ${batchRows}`;
}

async function addPart(client: pg.PoolClient, input: TotalsInput, before: Part | null): Promise<Part> {
  const { fields, batchRows = usualBatchRows } = input;
  const statement = new Statement();
  const next = buildNextRows(input, statement, before?.lastPosition ?? null);
  const previous = statement.bind(JSON.stringify(before?.sums ?? []));
  const { rows } = await client.query(
    `WITH listed AS MATERIALIZED (${next}),
          summed AS (
            SELECT ${sumColumns} FROM (
              ${buildSums(fields)} UNION ALL
              SELECT * FROM jsonb_to_recordset(${previous}::jsonb)
                AS part(field int, currency text, count bigint, known bigint, total numeric)
            ) AS parts GROUP BY field, currency)
     SELECT (SELECT count(*) FROM listed)::int AS rows,
            (SELECT json_build_object('key', (extract(epoch from at) * 1000000)::bigint::text, 'id', id)
               FROM listed ORDER BY at, id LIMIT 1) AS last,
            (SELECT coalesce(json_agg(summed), '[]') FROM summed) AS sums`,
    statement.values,
  );
  const part = partRow.parse(rows[0]);
  return {
    rows: (before?.rows ?? 0) + part.rows,
    sums: part.sums,
    lastPosition: part.rows < batchRows ? null : part.last,
  };
}

/**
 * Calculates the totals of all filtered rows in one snapshot, 50,000 rows at a time, and yields the progress. The
 * sums so far are passed to the next statement, so that the database does all arithmetic.
 */
export async function* calculateTotals({
  query: requestedQuery,
  ...options
}: Omit<TotalsInput, 'query'> & { readonly query: ListQuery }): AsyncGenerator<TotalsProgress> {
  const { definition, businessId } = options;
  const query = await prepareQuery(definition, businessId, { ...requestedQuery, by: null, sort: 'newest' });
  yield* streamOnStandby('totals', (pool) => calculateIn(pool, { ...options, query }));
}

async function* calculateIn(pool: pg.Pool, input: TotalsInput): AsyncGenerator<TotalsProgress> {
  const { client, end } = await beginCancellableRead(input.signal, 'REPEATABLE READ', pool);
  try {
    // Limits how long a stopped consumer can hold the snapshot.
    await client.query(`SET LOCAL idle_in_transaction_session_timeout = '${stalledReadTimeout}'`);
    for (let before: Part | null = null; ; ) {
      const part: Part = await addPart(client, input, before);
      yield { rows: part.rows, done: part.lastPosition === null, fields: fieldSums(input.fields, part.sums) };
      if (part.lastPosition === null) return;
      before = part;
    }
  } catch (error) {
    if (!input.signal?.aborted) throw error;
  } finally {
    await end();
  }
}
