import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import { Statement } from '#lib/database/statement.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { Total } from '#lib/values/amount.ts';
import { parseTotal } from '#lib/values/amount.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant } from '#lib/values/instant.ts';
import type { QueueView } from '../schema-queue-views.ts';
import { caseTotalSql } from './case-total.ts';
import { queueViewCondition, toQueueReader } from './queue-definition.ts';

const measured = z.tuple([
  z.object({
    count: z.number(),
    oldest: z.number().nullable(),
    eur: z.string().nullable(),
    withoutEur: z.number(),
  }),
]);
const counted = z.tuple([z.object({ count: z.number() })]);

/** The number of cases of a view, when the oldest of them was opened, and their value. Beyond the bound, only the number is known. */
export type QueueViewSize = {
  readonly count: number;
  readonly oldest: Instant | null;
  readonly eur: Total | null;
  /** The number of cases whose value isn't reported. */
  readonly withoutEur: number | null;
};

/** Measures the cases of a view for this reader, up to one more than `bound`. The caller has checked the permission. */
export async function measureQueueView(
  context: Context<PersonActor>,
  businessId: BusinessId,
  view: QueueView,
  bound: number,
): Promise<QueueViewSize> {
  const statement = new Statement();
  const business = statement.bind(businessId);
  const { rows } = await databasePool().query(
    `SELECT count(*)::int AS count, floor(extract(epoch FROM min(opened_at)) * 1000)::float8 AS oldest,
            trim_scale(sum(total.eur))::text AS eur, (count(*) - count(total.eur))::int AS "withoutEur"
       FROM (SELECT c.case_id, c.opened_at FROM review_case c WHERE c.business_id = ${business}::uuid
         AND ${queueViewCondition(view, statement, toQueueReader(context))} LIMIT ${bound + 1}) AS c
       LEFT JOIN LATERAL (${caseTotalSql}) AS total ON true`,
    statement.values,
  );
  const [{ count, oldest, eur, withoutEur }] = measured.parse(rows);
  if (count > bound) return { count, oldest: null, eur: null, withoutEur: null };
  return {
    count,
    withoutEur,
    oldest: oldest === null ? null : instant(oldest),
    eur: eur === null ? null : parseTotal(eur),
  };
}

async function countQueueView(
  context: Context<PersonActor>,
  businessId: BusinessId,
  view: QueueView,
  bound: number,
): Promise<number> {
  const statement = new Statement();
  const business = statement.bind(businessId);
  const { rows } = await databasePool().query(
    `SELECT count(*)::int AS count FROM (SELECT FROM review_case c WHERE c.business_id = ${business}::uuid
       AND ${queueViewCondition(view, statement, toQueueReader(context))} LIMIT ${bound + 1}) AS bounded`,
    statement.values,
  );
  return counted.parse(rows)[0].count;
}

/**
 * Counts the cases of each view for this reader, up to one more than `bound`. Each view has its own statement, one after
 * the other, so that none takes long in a large queue. Other views have 0. The caller has checked the permission.
 */
export async function countQueueViews(
  context: Context<PersonActor>,
  businessId: BusinessId,
  views: readonly QueueView[],
  bound: number,
): Promise<Readonly<Record<QueueView, number>>> {
  const counts: Record<QueueView, number> = {
    open: 0,
    mine: 0,
    unassigned: 0,
    overdue: 0,
    second: 0,
    snoozed: 0,
    disagrees: 0,
    decided: 0,
  };
  for (const view of views) counts[view] = await countQueueView(context, businessId, view, bound);
  return counts;
}
