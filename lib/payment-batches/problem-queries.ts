import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import type { RowFilter } from './model/row-filter.ts';
import type { BatchKey } from './store.ts';

/** `resendable`: the failed rows that can be uploaded again without replacing the values of a later file or person. */
export type RowSelection = RowFilter | 'resendable';

/** Conditions of the filters, on a row named `line`. */
export const rowConditions: Readonly<Record<RowSelection, string>> = {
  all: 'true',
  errors: `(line.has_errors OR line.duplicate_of IS NOT NULL OR line.taken_by IS NOT DISTINCT FROM 'request')`,
  warnings: `(line.has_warnings OR coalesce(line.taken_by IN ('payment', 'refused', 'unsent', 'restored'), false))`,
  open: `line.state IN ('queued', 'sending')`,
  done: `line.state = 'done'`,
  failed: `line.state = 'failed'`,
  unknown: `line.state = 'unknown'`,
  'left-out': `line.state = 'left-out'`,
  resendable: `(line.state = 'failed' AND line.replaced_by IS NULL
                AND (line.settled_at IS NULL
                     OR NOT EXISTS (SELECT FROM payment_intent later
                                     WHERE later.business_id = line.business_id
                                       AND later.client_payment_id = line.client_payment_id
                                       AND later.state NOT IN ('REJECTED', 'DRAFT')))
                AND NOT EXISTS (SELECT FROM payment_intent corrected
                                 WHERE corrected.business_id = line.business_id AND corrected.id = line.intent_id
                                   AND corrected.request_body <> line.request_body)
                AND (line.intent_id IS NOT NULL OR line.taken_attempts IS NULL
                     OR NOT EXISTS (SELECT FROM payment_intent changed
                                     WHERE changed.business_id = line.business_id
                                       AND changed.client_payment_id = line.client_payment_id
                                       AND line.taken_attempts <> (SELECT count(*) FROM payment_attempt attempt
                                                                    WHERE attempt.intent_id = changed.id))))`,
};

const problemRow = z.array(
  z.object({ errors: z.number(), warnings: z.number(), replacing: z.number(), maybeSent: z.number() }),
);

/**
 * Counts the rows with errors and with warnings, and those to send that replace a request or may have been sent before a
 * backup was restored. The caller has checked the permission.
 */
export async function countProblems({ businessId, batchId }: BatchKey) {
  const { rows } = await databasePool().query(
    `SELECT count(*) FILTER (WHERE ${rowConditions.errors})::int AS errors,
            count(*) FILTER (WHERE ${rowConditions.warnings})::int AS warnings,
            count(*) FILTER (WHERE line.taken_attempts IS NOT NULL AND NOT ${rowConditions.errors})::int AS replacing,
            count(*) FILTER (WHERE line.taken_by = 'restored' AND NOT ${rowConditions.errors})::int AS "maybeSent"
       FROM payment_batch_row line WHERE business_id = $1::uuid AND batch_id = $2::uuid`,
    [businessId, batchId],
  );
  return problemRow.parse(rows)[0] ?? { errors: 0, warnings: 0, replacing: 0, maybeSent: 0 };
}
