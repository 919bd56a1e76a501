import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import type { RowFilter } from './model/row-filter.ts';
import { rowStateSql } from './row-state-sql.ts';
import type { BatchKey } from './store.ts';

/** `resendable`: the failed rows whose client payment ID no other request has by now. */
export type RowSelection = RowFilter | 'resendable';

const isFailed = `${rowStateSql} = 'failed'`;

/** Conditions of the filters, on the tables of `rowTablesSql`. */
export const rowConditions: Readonly<Record<RowSelection, string>> = {
  all: 'true',
  errors: `(line.has_errors OR line.duplicate_of IS NOT NULL OR line.taken_by IS NOT DISTINCT FROM 'request')`,
  warnings: `(line.has_warnings OR line.taken_by IS NOT DISTINCT FROM 'payment')`,
  'above-limit': `line.amount > effective_creation_limit(line.business_id, line.currency)`,
  open: `${rowStateSql} IN ('queued', 'sending', 'unsent')`,
  done: `${rowStateSql} = 'done'`,
  failed: isFailed,
  unknown: `${rowStateSql} = 'unknown'`,
  'left-out': `${rowStateSql} = 'left-out'`,
  resendable: `(${isFailed}
                AND NOT EXISTS (SELECT FROM payment_intent later
                                 WHERE later.business_id = line.business_id
                                   AND later.client_payment_id = line.client_payment_id
                                   AND later.state NOT IN ('REJECTED', 'UNSENT')))`,
};

const problemRow = z.array(z.object({ errors: z.number(), warnings: z.number() }));

/** Counts the rows with errors and with warnings. The caller has checked the permission. */
export async function countProblems({ businessId, batchId }: BatchKey) {
  const { rows } = await databasePool().query(
    `SELECT count(*) FILTER (WHERE ${rowConditions.errors})::int AS errors,
            count(*) FILTER (WHERE ${rowConditions.warnings})::int AS warnings
       FROM payment_batch_row line WHERE business_id = $1::uuid AND batch_id = $2::uuid`,
    [businessId, batchId],
  );
  return problemRow.parse(rows)[0] ?? { errors: 0, warnings: 0 };
}
