import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import type { ListCount } from '#lib/lists/model/query.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { fromDate } from '#lib/values/instant.ts';
import { conflictFingerprint } from '../contradiction-said.ts';
import type { ContradictionsView, ContradictionView } from '../schema.ts';

const mostShown = 20;
const mostCounted = 1_000;

const records = [
  ['payment', 'payment_id'],
  ['deposit', 'deposit_id'],
  ['withdrawal', 'withdrawal_id'],
] as const;

const row = z
  .object({
    kind: z.enum(['payment', 'deposit', 'withdrawal']),
    id: z.string(),
    changed_at: z.date(),
    fields: z.array(z.string()),
    said: z.string(),
    acknowledged: z.boolean(),
  })
  .transform(({ changed_at, ...rest }): ContradictionView => ({ ...rest, changedAt: fromDate(changed_at) }));

const seen = (table: string, id: string) => `EXISTS (SELECT FROM contradiction_acknowledgement AS seen
  WHERE seen.business_id = ${table}.business_id AND seen.record = '${table}' AND seen.record_id = ${table}.${id}
    AND seen.said = ${conflictFingerprint(`${table}.conflicts`)})`;

/** Records of which we were told two things that can't both be right. */
export async function contradictions(businessId: BusinessId): Promise<ContradictionsView> {
  // One more of each kind than can be shown, so that none of which there are others is missed.
  const each = records.map(
    ([table, id]) => `(SELECT '${table}' AS kind, ${id}::text AS id, changed_at,
        ARRAY(SELECT one ->> 'field' FROM jsonb_array_elements(conflicts) AS one) AS fields,
        ${conflictFingerprint('conflicts')} AS said, ${seen(table, id)} AS acknowledged
      FROM ${table} WHERE business_id = $1::uuid AND conflicts <> '[]'::jsonb
     ORDER BY acknowledged, changed_at DESC LIMIT ${mostShown + 1})`,
  );
  const [{ rows }, unseen] = await Promise.all([
    databasePool().query(`${each.join(' UNION ALL ')} ORDER BY acknowledged, changed_at DESC`, [businessId]),
    unseenContradictions(businessId),
  ]);
  const told = z.array(row).parse(rows);
  const others = new Set(told.slice(mostShown).map(({ kind }) => kind));
  const more = records.map(([kind]) => kind).filter((kind) => others.has(kind));
  return { records: told.slice(0, mostShown), unseen, more };
}

/** How many contradictions nobody has acknowledged, counted up to a bound. */
export async function unseenContradictions(businessId: BusinessId): Promise<ListCount> {
  const each = records.map(
    ([table, id]) => `(SELECT FROM ${table} WHERE business_id = $1::uuid AND conflicts <> '[]'::jsonb
      AND NOT ${seen(table, id)} LIMIT ${mostCounted + 1})`,
  );
  const { rows } = await databasePool().query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (${each.join(' UNION ALL ')}) AS told`,
    [businessId],
  );
  const { count = 0 } = rows[0] ?? {};
  return { count: Math.min(count, mostCounted), more: count > mostCounted };
}
