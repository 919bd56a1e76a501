import 'server-only';
import type pg from 'pg';
import * as z from 'zod';
import { beginCancellableRead, runFor, withReadTransaction } from '#lib/database/cancellable-read.ts';
import { idle } from '#lib/database/long-reads.ts';
import { isCheap } from '#lib/database/plan-estimate.ts';
import { addingUpPool } from '#lib/database/pools.ts';
import type { QuerySource } from '#lib/database/query-source.ts';
import { Statement } from '#lib/database/statement.ts';
import type { ListQuery } from '#lib/lists/model/query.ts';
import type { FieldSums, ListTotals, TotalsProgress } from '#lib/lists/model/totals.ts';
import { totalsBound } from '#lib/lists/model/totals.ts';
import { parseTotal } from '#lib/values/amount.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { isAffordable, isMoreThan } from '../count/count-rows.ts';
import type { CursorPosition, From } from '../cursor.ts';
import { behind } from '../cursor.ts';
import type { ListDefinition, TimedQuery } from '../definition.ts';
import { isWide, joinTables, listCondition } from '../definition.ts';
import { prepareQuery } from '../prepare-query.ts';
import { rowsByAmountIndex } from '../scan/few-rows.ts';
import { nextBatch } from '../scan/next-batch.ts';
import { split } from '../scan/split-conditions.ts';

/** A field that is added up. */
export type SummedField = {
  /** Its name in the list: `depositAmount`. */
  readonly field: string;
  /** `d.deposit_amount` */
  readonly amount: string;
  /** The column of its currency, or the code, quoted, where it never is another: `d.deposit_currency`, `'EUR'`. */
  readonly currency: string;
};

/** So many rows are added up at a time when all were asked for. */
const step = 50_000;

/** So many of them are fetched from here and there. */
const fewAtOnce = 20_000;

/** Nobody asked for totals that are made unasked: what takes longer is made when somebody does. */
const patienceMs = 5_000;

const sumRow = z.object({
  field: z.number(),
  currency: z.string().nullable(),
  count: z.string(),
  known: z.string(),
  total: z.string().nullable(),
});
type SumRow = z.output<typeof sumRow>;

/** The fields of a row, one below the other: `(0, currency, amount), (1, …)`. */
const apart = (fields: readonly SummedField[], of: (field: SummedField, index: number) => string): string =>
  fields.map(of).join(', ');

const listed = (fields: readonly SummedField[]): string =>
  apart(fields, ({ amount, currency }, index) => `${currency}::text AS c${index}, ${amount} AS a${index}`);

/** Sums of `listed`, as text: no digit goes through a double. */
const sumsOf = (fields: readonly SummedField[]): string => `
  SELECT part.field, part.currency, count(*) AS count, count(part.amount) AS known, sum(part.amount) AS total
    FROM listed CROSS JOIN LATERAL
         (VALUES ${apart(fields, (_, index) => `(${index}, c${index}, a${index})`)}) AS part(field, currency, amount)
   GROUP BY part.field, part.currency`;

const asText = `field, currency, sum(count)::text AS count, sum(known)::text AS known,
  trim_scale(sum(total))::text AS total`;

function sum({ currency, count, known, total }: SumRow): FieldSums['sums'][number] {
  const amount = total === null ? null : parseTotal(total);
  if (total !== null && amount === null) throw new RangeError(`not a sum of amounts: ${total}`);
  // Amounts of which nobody knows the currency may be of several: they add up to nothing.
  return { currency, count: Number(count), known: Number(known), total: currency === null ? null : amount };
}

const fieldSums = (fields: readonly SummedField[], rows: readonly SumRow[]): readonly FieldSums[] =>
  fields.map(({ field }, index) => ({
    field,
    sums: rows
      .filter((row) => row.field === index)
      .map(sum)
      .toSorted(
        (left, right) =>
          // What is in no known currency is no sum and comes last.
          Number(left.currency === null) - Number(right.currency === null) ||
          right.count - left.count ||
          (left.currency ?? '').localeCompare(right.currency ?? ''),
      ),
  }));

/**
 * What is filtered, added up per currency: exact up to 100,000 rows, else only that there are more. Where a search is wide
 * and the planner takes the rows for many to look at, or where they take too long to find, it is not said how many there
 * are. Once `gone` is aborted, the database gives it up.
 */
export async function readTotals(
  keyset: ListDefinition,
  fields: readonly SummedField[],
  businessId: BusinessId,
  asked: ListQuery,
  gone?: AbortSignal,
): Promise<ListTotals> {
  const query = await prepareQuery(keyset, businessId, asked);
  // A hundred thousand rows are not fetched only to find that there are more.
  if (await isMoreThan(keyset, businessId, query, totalsBound))
    return { kind: 'too many', bound: totalsBound };
  const few = await rowsByAmountIndex(keyset, businessId, query);
  const statement = new Statement();
  const rowsOfList = joinTables(keyset, few?.(statement) ?? keyset.from);
  const where = listCondition(keyset, statement, businessId, query);
  const text = `SELECT ${listed(fields)} FROM ${rowsOfList} WHERE ${where} LIMIT ${totalsBound + 1}`;
  if (isWide(query) && few === null && !(await isAffordable(text, statement.values)))
    return { kind: 'too many', bound: null };
  const summing = `WITH listed AS MATERIALIZED (${text}),
          counted AS (SELECT count(*) AS rows FROM listed)
     SELECT counted.rows::int AS rows, summed.*
       FROM counted LEFT JOIN LATERAL (
            SELECT ${asText} FROM (${sumsOf(fields)}) AS s WHERE counted.rows <= ${totalsBound} GROUP BY field, currency
          ) AS summed ON true`;
  const rows = await withReadTransaction(gone, 'READ COMMITTED', (client) =>
    runFor(client, { text: summing, values: statement.values }, { mostMs: patienceMs, gone }),
  );
  if (rows === null) return { kind: 'too many', bound: null };
  const count = z.object({ rows: z.number() }).parse(rows[0]).rows;
  if (count > totalsBound) return { kind: 'too many', bound: totalsBound };
  const told = z.array(z.union([sumRow, z.object({ field: z.null() })])).parse(rows);
  const summed = told.filter((row): row is SumRow => row.field !== null);
  return { kind: 'exact', rows: count, fields: fieldSums(fields, summed) };
}

/** What is added up so far, and behind which row to go on; null at the end. */
type Part = { readonly rows: number; readonly sums: SumRow[]; readonly last: CursorPosition | null };

type Asked = {
  readonly keyset: ListDefinition;
  readonly fields: readonly SummedField[];
  readonly businessId: BusinessId;
  readonly query: TimedQuery;
  /** Aborted once nobody waits for it. */
  readonly gone?: AbortSignal | undefined;
};

const added = z.object({
  rows: z.number(),
  last: z.object({ key: z.string(), id: z.string() }).nullable(),
  sums: z.array(sumRow),
});

/** So many rows of the next part, in the order of the list's own time. */
function nextRows(
  { keyset, fields, businessId, query }: Asked,
  statement: Statement,
  last: CursorPosition | null,
) {
  const own = { column: keyset.at, kind: 'time', nullable: false } as const;
  const conditions = [listCondition(keyset, statement, businessId, query)];
  if (last) conditions.push(behind(keyset, statement, own, last, true));
  return `SELECT ${listed(fields)}, ${keyset.at} AS at, ${keyset.id} AS id FROM ${joinTables(keyset, keyset.from)}
    WHERE ${conditions.join(' AND ')} ORDER BY ${keyset.at} DESC, ${keyset.id} DESC LIMIT ${step}`;
}

/** What is searched for among so many rows of the list: it may stand in each of them, or in none. */
async function walkedPart(asked: Asked & { source: QuerySource }, statement: Statement, from: From) {
  const { keyset, fields, query } = asked;
  const stride = await nextBatch(asked, split(keyset, query).byRow, from, 'far');
  const next = `SELECT ${listed(fields)}, ${keyset.at} AS at, ${keyset.id} AS id FROM ${stride.rows(statement)}
    WHERE ${stride.filters(statement)}`;
  return { next, end: stride.end };
}

/** In the planner's units: so many rows are fetched by an index within a second or two. */
const soon = 400_000;

/** Whether no index leads to what is filtered for: one statement might go through the whole list for the first part. */
async function isFarBetween({ keyset, query }: Asked, text: string, values: readonly unknown[]) {
  if (split(keyset, query).byRow === null) return false;
  return isWide(query) || !(await isCheap(text, values, soon));
}

async function addPart(
  client: pg.PoolClient,
  asked: Asked & { readonly isWalked: boolean },
  before: Part | null,
): Promise<Part> {
  const { fields, isWalked } = asked;
  const statement = new Statement();
  const from = { part: 'known', place: before?.last ?? null, downwards: true } as const;
  const walked = isWalked ? await walkedPart({ ...asked, source: () => client }, statement, from) : null;
  const next = walked?.next ?? nextRows(asked, statement, from.place);
  const known = statement.bind(JSON.stringify(before?.sums ?? []));
  const { rows } = await client.query(
    `WITH listed AS MATERIALIZED (${next}),
          summed AS (
            SELECT ${asText} FROM (
              ${sumsOf(fields)} UNION ALL
              SELECT * FROM jsonb_to_recordset(${known}::jsonb)
                AS told(field int, currency text, count bigint, known bigint, total numeric)
            ) AS parts GROUP BY field, currency)
     SELECT (SELECT count(*) FROM listed)::int AS rows,
            (SELECT json_build_object('key', (extract(epoch from at) * 1000000)::bigint::text, 'id', id)
               FROM listed ORDER BY at, id LIMIT 1) AS last,
            (SELECT coalesce(json_agg(summed), '[]') FROM summed) AS sums`,
    statement.values,
  );
  const part = added.parse(rows[0]);
  const end = walked ? walked.end : part.rows < step ? null : part.last;
  return { rows: (before?.rows ?? 0) + part.rows, sums: part.sums, last: end };
}

/**
 * Adds up everything that is filtered, however much, 50,000 rows at a time in one snapshot of the database, telling
 * after each how far it is. The sums so far go back into the next statement, so that the database does the adding.
 */
export async function* calculateTotals(
  given: Omit<Asked, 'query'> & { readonly query: ListQuery },
): AsyncGenerator<TotalsProgress> {
  const { keyset, businessId } = given;
  const query = await prepareQuery(keyset, businessId, { ...given.query, by: null, sort: 'newest' });
  const bounds = keyset.bounds && { ...keyset.bounds, walk: step, few: fewAtOnce };
  const asked = { ...given, query, keyset: { ...keyset, ...(bounds && { bounds }) } };
  const first = new Statement();
  const isWalked = await isFarBetween(asked, nextRows(asked, first, null), first.values);
  const { client, end } = await beginCancellableRead(asked.gone, 'REPEATABLE READ', addingUpPool());
  try {
    // Whoever listens no more holds its moment of the database no longer than a download does.
    await client.query(`SET LOCAL idle_in_transaction_session_timeout = '${idle}'`);
    for (let before: Part | null = null; ; ) {
      const part: Part = await addPart(client, { ...asked, isWalked }, before);
      yield { rows: part.rows, done: part.last === null, fields: fieldSums(asked.fields, part.sums) };
      if (part.last === null) return;
      before = part;
    }
  } catch (error) {
    if (!asked.gone?.aborted) throw error;
  } finally {
    await end();
  }
}
