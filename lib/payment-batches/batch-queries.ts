import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import { tBatchProblems } from '#lib/messages/payment-batches.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { cryptoCurrencies } from '#lib/values/currencies.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { fromDate } from '#lib/values/instant.ts';
import { termFields } from './model/fields.ts';
import { countProblems, rowConditions } from './problem-queries.ts';
import { rowStateSql, rowTablesSql } from './row-state-sql.ts';
import { sumRows } from './row-store.ts';
import type { BatchesView, BatchId, BatchLine, BatchTerm, BatchView, RowCounts } from './schema.ts';
import { rowStates } from './schema.ts';
import type { BatchKey } from './store.ts';
import { countAboveLimit, findConfirmerBlocks } from './store.ts';
import type { StoredBatch } from './stored-batch.ts';
import { toBatchId, toStoredBatch } from './stored-batch.ts';

/** Values of a field that are named. The others are counted. */
const namedValues = 3;

const termRow = z.array(
  z.object({ field: z.enum(termFields), value: z.string().nullable(), rows: z.number() }),
);

/** Counts the terms of the rows that will be sent, as they will be sent. The caller has checked the permission. */
async function countTerms({ businessId, batchId }: BatchKey): Promise<readonly BatchTerm[]> {
  const { rows } = await databasePool().query(
    `WITH sendable AS (
       SELECT line."values", line."values"->>'type' IS NOT DISTINCT FROM 'REUSABLE' AS reusable,
              line."values"->>'currency' = ANY ($3::text[]) AS priced_in_coin,
              coalesce(line."values"->>'redirectUrl', '') <> '' AS redirects
         FROM payment_batch_row line
        WHERE line.business_id = $1::uuid AND line.batch_id = $2::uuid AND NOT ${rowConditions.errors}),
     counted AS (
       SELECT term.field, coalesce(term.value, '') AS value, count(*)::int AS rows
         FROM sendable, LATERAL (VALUES
                ('network', CASE WHEN priced_in_coin THEN "values"->>'network' ELSE '' END),
                ('type', "values"->>'type'),
                ('rateType', CASE WHEN reusable THEN 'FLOATING' ELSE "values"->>'rateType' END),
                ('expirationMinutes', CASE WHEN reusable THEN '' ELSE "values"->>'expirationMinutes' END),
                ('locale', "values"->>'locale'),
                ('redirectUrl', "values"->>'redirectUrl'),
                ('redirectMode', CASE WHEN redirects THEN "values"->>'redirectMode' ELSE '' END)) AS term (field, value)
        GROUP BY 1, 2),
     ranked AS (
       SELECT *, row_number() OVER (PARTITION BY field ORDER BY rows DESC, value) AS place FROM counted)
     SELECT field, CASE WHEN place <= ${namedValues} THEN value END AS value, sum(rows)::int AS rows
       FROM ranked GROUP BY 1, 2 ORDER BY 1, min(place)`,
    [businessId, batchId, cryptoCurrencies],
  );
  return termRow.parse(rows);
}

const nothingAboveLimit: Awaited<ReturnType<typeof countAboveLimit>> = { above: 0, authors: [] };

/** Batches of one page. */
const maxBatches = 50;

const noRows: RowCounts = {
  draft: 0,
  'left-out': 0,
  queued: 0,
  sending: 0,
  unsent: 0,
  done: 0,
  failed: 0,
  unknown: 0,
};
const countRows = z.array(z.object({ batch_id: z.string(), state: z.enum(rowStates), count: z.number() }));

/** Counts the rows of batches by state. */
async function readCounts(
  businessId: BusinessId,
  batchIds: readonly BatchId[],
): Promise<ReadonlyMap<string, RowCounts>> {
  const { rows } = await databasePool().query(
    `SELECT line.batch_id::text, ${rowStateSql} AS state, count(*)::int AS count FROM ${rowTablesSql}
      WHERE line.business_id = $1::uuid AND line.batch_id = ANY ($2::uuid[]) GROUP BY 1, 2`,
    [businessId, batchIds],
  );
  const counts = new Map<string, RowCounts>();
  for (const { batch_id: batchId, state, count } of countRows.parse(rows))
    counts.set(batchId, { ...(counts.get(batchId) ?? noRows), [state]: count });
  return counts;
}

async function readNames(personIds: readonly (string | null)[]): Promise<ReadonlyMap<string, string>> {
  const people = await database().person.findMany({
    where: { id: { in: personIds.filter((id) => id !== null) } },
    select: { id: true, name: true },
  });
  return new Map(people.map(({ id, name }) => [id, name]));
}

const toLine = (
  batch: StoredBatch,
  counts: ReadonlyMap<string, RowCounts>,
  names: ReadonlyMap<string, string>,
): BatchLine => ({
  batchId: batch.batchId,
  fileName: batch.fileName,
  state: batch.state,
  rowCount: batch.rowCount,
  createdAt: batch.createdAt,
  createdBy: names.get(batch.createdBy) ?? '',
  counts: counts.get(batch.batchId) ?? noRows,
});

/** Lists the newest batches, or those before the batch `after`. Throws Problem 'not-found' or 'forbidden'. */
export async function listBatches(
  context: Context<PersonActor>,
  business: string,
  after: string | null = null,
): Promise<BatchesView> {
  const { businessId } = requirePermission(context, business, 'payment.create');
  const last = after === null ? null : toBatchId(after);
  const stored = await database().paymentBatch.findMany({
    where: { businessId, state: { not: 'uploading' } },
    orderBy: [{ createdAt: 'desc' }, { batchId: 'desc' }],
    take: maxBatches + 1,
    ...(last !== null && { cursor: { businessId_batchId: { businessId, batchId: last } }, skip: 1 }),
  });
  const batches = stored.slice(0, maxBatches).map(toStoredBatch);
  const counts = await readCounts(
    businessId,
    batches.map(({ batchId }) => batchId),
  );
  const names = await readNames(batches.map(({ createdBy }) => createdBy));
  return {
    batches: batches.map((batch) => toLine(batch, counts, names)),
    next: stored.length > maxBatches ? (batches.at(-1)?.batchId ?? null) : null,
  };
}

/** Returns a batch. Throws Problem 'not-found' or 'forbidden'. */
export async function findBatch(
  context: Context<PersonActor>,
  business: string,
  batch: string,
): Promise<StoredBatch> {
  const { businessId } = requirePermission(context, business, 'payment.create');
  const batchId = toBatchId(batch);
  const stored =
    batchId === null
      ? null
      : await database().paymentBatch.findUnique({
          where: { businessId_batchId: { businessId, batchId } },
        });
  if (stored === null) throw new Problem('not-found', tBatchProblems('verbs.notFound'));
  return toStoredBatch(stored);
}

/** Finds an earlier batch of the same file that a person confirmed. */
async function findSameFile({ businessId, batchId }: BatchKey): Promise<BatchView['sameFile']> {
  const { rows } = await databasePool().query(
    `SELECT other.batch_id::text AS "batchId", other.confirmed_at AS "confirmedAt"
       FROM payment_batch mine JOIN payment_batch other
         ON other.business_id = mine.business_id AND other.sha256 = mine.sha256
        AND other.confirmed_at IS NOT NULL AND other.batch_id <> mine.batch_id
      WHERE mine.business_id = $1::uuid AND mine.batch_id = $2::uuid
        AND (mine.confirmed_at IS NULL OR other.confirmed_at < mine.confirmed_at)
      ORDER BY other.confirmed_at DESC LIMIT 1`,
    [businessId, batchId],
  );
  const found = z.array(z.object({ batchId: z.string(), confirmedAt: z.date() })).parse(rows)[0];
  const sameId = found === undefined ? null : toBatchId(found.batchId);
  return found === undefined || sameId === null
    ? null
    : { batchId: sameId, confirmedAt: fromDate(found.confirmedAt) };
}

/** Returns a batch with its summary. Throws Problem 'not-found' or 'forbidden'. */
export async function readBatch(
  context: Context<PersonActor>,
  business: string,
  batch: string,
): Promise<BatchView> {
  const stored = await findBatch(context, business, batch);
  const { businessId, batchId } = stored;
  const isDraft = stored.state === 'checked';
  const { personId } = context.actor;
  const [counts, names, problems, sums, terms, limits, sameFile] = await Promise.all([
    readCounts(businessId, [batchId]),
    readNames([stored.createdBy, stored.confirmedBy]),
    countProblems(stored),
    sumRows(database(), stored),
    isDraft ? countTerms(stored) : [],
    isDraft ? countAboveLimit(database(), stored) : nothingAboveLimit,
    findSameFile(stored),
  ]);
  const confirmer = { businessId, authors: limits.authors, approver: personId };
  const blocks = await findConfirmerBlocks(database(), confirmer, context.clock.now());
  const { source, size, encoding, separator, decimalSign, headers, mapping, defaults, sample } = stored;
  return {
    ...toLine(stored, counts, names),
    businessId,
    source,
    size,
    encoding,
    separator,
    decimalSign,
    headers,
    mapping,
    defaults,
    sample,
    notes: stored.notes,
    revision: stored.revision,
    rowsWithErrors: problems.errors,
    rowsWithWarnings: problems.warnings,
    sums,
    terms,
    aboveLimit: {
      count: limits.above,
      isBarred: limits.authors.includes(personId) || blocks.length > 0,
      blocks,
    },
    sameFile,
    confirmedAt: stored.confirmedAt,
    confirmedBy: stored.confirmedBy === null ? null : (names.get(stored.confirmedBy) ?? ''),
    pauseReason: stored.pauseReason,
    pauseAnswer: stored.pauseAnswer,
    notBefore: stored.notBefore,
    endedAt: stored.endedAt,
  };
}

/** Returns the name of a batch's file. Throws Problem 'not-found' or 'forbidden'. */
export async function readBatchName(
  context: Context<PersonActor>,
  business: string,
  batch: string,
): Promise<BatchKey & { readonly fileName: string }> {
  const { businessId, batchId, fileName } = await findBatch(context, business, batch);
  return { businessId, batchId, fileName };
}

/** Lists the received chunks of an upload. Throws Problem 'not-found' or 'forbidden'. */
export async function listChunks(
  context: Context<PersonActor>,
  business: string,
  batch: string,
): Promise<{ readonly received: readonly number[] }> {
  const { businessId, batchId } = await findBatch(context, business, batch);
  const chunks = await database().uploadChunk.findMany({
    where: { businessId, uploadId: batchId },
    orderBy: { number: 'asc' },
    select: { number: true },
  });
  return { received: chunks.map(({ number }) => number) };
}
