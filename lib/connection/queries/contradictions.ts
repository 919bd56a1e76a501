import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/platform/db.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { fromDate } from '#lib/values/instant.ts';
import type { ContradictionView } from '../schema.ts';

const mostShown = 20;

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
  })
  .transform(({ changed_at, ...rest }): ContradictionView => ({ ...rest, changedAt: fromDate(changed_at) }));

/** Records of which we were told two things that can't both be right, the latest change first. */
export async function contradictions(businessId: BusinessId): Promise<readonly ContradictionView[]> {
  const each = records.map(
    ([table, id]) => `(SELECT '${table}' AS kind, ${id}::text AS id, changed_at,
        ARRAY(SELECT one ->> 'field' FROM jsonb_array_elements(conflicts) AS one) AS fields
      FROM ${table} WHERE business_id = $1::uuid AND conflicts <> '[]'::jsonb
     ORDER BY changed_at DESC LIMIT ${mostShown})`,
  );
  const { rows } = await databasePool().query(
    `${each.join(' UNION ALL ')} ORDER BY changed_at DESC LIMIT ${mostShown}`,
    [businessId],
  );
  return z.array(row).parse(rows);
}
