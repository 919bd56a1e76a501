import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import { Statement } from '#lib/database/statement.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { QueueView } from '../schema-queue-views.ts';
import { queueViewCondition, toQueueReader } from './queue-definition.ts';

const counted = z.tuple([z.object({ count: z.number() })]);

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
  const asker = toQueueReader(context);
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
  for (const view of views) {
    const statement = new Statement();
    const business = statement.bind(businessId);
    const { rows } = await databasePool().query(
      `SELECT count(*)::int AS count FROM (SELECT 1 FROM review_case c
        WHERE c.business_id = ${business}::uuid AND ${queueViewCondition(view, statement, asker)}
        LIMIT ${bound + 1}) AS bounded`,
      statement.values,
    );
    counts[view] = counted.parse(rows)[0].count;
  }
  return counts;
}
