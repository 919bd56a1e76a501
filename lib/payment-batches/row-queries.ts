import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import { tBatchProblems } from '#lib/messages/payment-batches.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { IntentId, PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { toSafeLink } from '#lib/values/links.ts';
import { findBatch } from './batch-queries.ts';
import type { RowSelection } from './problem-queries.ts';
import { rowConditions } from './problem-queries.ts';
import { rowStateSql, rowTablesSql } from './row-state-sql.ts';
import type { RowIssue, RowsQuery, RowsView, RowView } from './schema.ts';
import { rowStates } from './schema.ts';
import type { BatchKey } from './store.ts';
import { storedIssues, storedValues } from './stored-batch.ts';

const rowsPerPage = 50;
const rowsPerStep = 1_000;

const rowShape = z.array(
  z.object({
    number: z.number(),
    values: storedValues,
    issues: storedIssues,
    has_errors: z.boolean(),
    duplicate_of: z.number().nullable(),
    taken_by: z.enum(['request', 'payment']).nullable(),
    state: z.enum(rowStates),
    error: z.string().nullable(),
    intent_id: z.string().nullable(),
    payment_id: z.string().nullable(),
    payment_url: z.string().nullable(),
  }),
);
type StoredRow = z.output<typeof rowShape>[number];

/** Adds the problems that depend on other rows, requests and payments. */
function listIssues({ issues, duplicate_of: first, taken_by: taken }: StoredRow): readonly RowIssue[] {
  const added: RowIssue[] = [];
  const add = (level: RowIssue['level'], message: string) =>
    added.push({ field: 'clientPaymentId', level, message });
  if (first !== null) add('error', tBatchProblems('value.duplicate', { row: first }));
  if (taken === 'request') add('error', tBatchProblems('value.takenByRequest'));
  if (taken === 'payment') add('warning', tBatchProblems('value.takenByPayment'));
  return [...issues, ...added];
}

const toRowView = (row: StoredRow): RowView => ({
  number: row.number,
  values: row.values,
  issues: listIssues(row),
  hasErrors: row.has_errors || row.duplicate_of !== null || row.taken_by === 'request',
  state: row.state,
  error: row.error,
  intentId: row.intent_id === null ? null : toId<IntentId>(row.intent_id),
  paymentId: row.payment_id === null ? null : toId<PaymentId>(row.payment_id),
  paymentUrl: row.payment_url !== null && toSafeLink(row.payment_url) !== null ? row.payment_url : null,
});

async function readRows(
  { businessId, batchId }: BatchKey,
  { show, after }: { readonly show: RowSelection; readonly after: number },
  limit: number,
): Promise<readonly RowView[]> {
  const { rows } = await databasePool().query(
    `SELECT line.number, line."values", line.issues, line.has_errors, line.duplicate_of, line.taken_by,
            ${rowStateSql} AS state, line.intent_id::text, intent.payment_id::text,
            CASE WHEN intent.state NOT IN ('SENDING', 'CREATED') THEN intent.error_message END AS error,
            coalesce(intent.payment_url, payment.payment_url, payment.url) AS payment_url
       FROM ${rowTablesSql}
       LEFT JOIN payment ON payment.business_id = line.business_id AND payment.payment_id = intent.payment_id
      WHERE line.business_id = $1::uuid AND line.batch_id = $2::uuid AND line.number > $3 AND ${rowConditions[show]}
      ORDER BY line.number LIMIT ${limit}`,
    [businessId, batchId, after],
  );
  return rowShape.parse(rows).map(toRowView);
}

/** Returns a page of rows in the order of the file. Throws Problem 'not-found' or 'forbidden'. */
export async function listRows(
  context: Context<PersonActor>,
  business: string,
  batch: string,
  query: RowsQuery,
): Promise<RowsView> {
  const stored = await findBatch(context, business, batch);
  const rows = await readRows(stored, query, rowsPerPage + 1);
  const page = rows.slice(0, rowsPerPage);
  return { rows: page, next: rows.length > rowsPerPage ? (page.at(-1)?.number ?? null) : null };
}

/** Reads all rows of a batch step by step. Throws Problem 'not-found' or 'forbidden' with the first step. */
export async function* streamRows(
  context: Context<PersonActor>,
  business: string,
  batch: string,
  show: RowSelection,
): AsyncGenerator<readonly RowView[]> {
  const stored = await findBatch(context, business, batch);
  for (let after = 0; ; ) {
    const rows = await readRows(stored, { show, after }, rowsPerStep);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsPerStep) return;
    after = last.number;
  }
}
