import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { millisecondsSql } from '#lib/database/columns.ts';
import { databasePool } from '#lib/database/pools.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { instant } from '#lib/values/instant.ts';
import type { ExpectedWithdrawalsView } from './schema.ts';
import { isRepeatedSql, isUnexpectedSql } from './unexpected-sql.ts';

const milliseconds = z.coerce.number().transform(instant);

/** Rows of unexpected withdrawals that the page shows. */
const shownUnexpected = 100;

/** A UUID in the list is the own ID of a withdrawal, or a client withdrawal ID like any other. */
const isUuid = `e.client_withdrawal_id ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`;

const countRows = z.tuple([
  z.object({
    since: milliseconds.nullable(),
    expected: z.number(),
    waiting: z.number(),
    unexpected: z.number(),
  }),
]);
const rowsOfPage = z.array(
  z.object({
    withdrawalId: z.string(),
    clientWithdrawalId: z.string().nullable(),
    status: z.string().nullable(),
    isRepeated: z.boolean(),
    firstReceivedAt: milliseconds,
  }),
);

/**
 * Returns the numbers of the expected withdrawals, and the newest unexpected ones.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function readExpectedWithdrawals(
  context: Context<PersonActor>,
  business: string,
): Promise<ExpectedWithdrawalsView> {
  const { businessId, may } = requirePermission(context, business, 'read');
  const counts = await databasePool().query(
    `SELECT ${millisecondsSql('min(e.added_at)')} AS since, count(*)::int AS expected,
            count(*) FILTER (WHERE NOT EXISTS (SELECT FROM withdrawal w WHERE w.business_id = e.business_id
              AND w.client_withdrawal_id = e.client_withdrawal_id)
              AND CASE WHEN ${isUuid} THEN NOT EXISTS (SELECT FROM withdrawal w WHERE w.business_id = e.business_id
                AND w.withdrawal_id = e.client_withdrawal_id::uuid) ELSE true END)::int AS waiting,
            (SELECT count(*)::int FROM withdrawal w WHERE w.business_id = $1::uuid AND ${isUnexpectedSql}) AS unexpected
       FROM expected_withdrawal e WHERE e.business_id = $1::uuid`,
    [businessId],
  );
  const [found] = countRows.parse(counts.rows);
  const { rows } = await databasePool().query(
    `SELECT w.withdrawal_id::text AS "withdrawalId", w.client_withdrawal_id AS "clientWithdrawalId", w.status,
            ${isRepeatedSql} AS "isRepeated", ${millisecondsSql('w.first_received_at')} AS "firstReceivedAt"
       FROM withdrawal w WHERE w.business_id = $1::uuid AND ${isUnexpectedSql}
      ORDER BY w.first_received_at DESC, w.withdrawal_id LIMIT ${shownUnexpected}`,
    [businessId],
  );
  return { ...found, rows: rowsOfPage.parse(rows), mayAdd: may('import') };
}
