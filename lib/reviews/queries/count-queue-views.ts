import 'server-only';
import { databasePool } from '#lib/database/pools.ts';
import { Statement } from '#lib/database/statement.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { QueueView } from '../schema/choices.ts';
import { queueViewCondition, toQueueReader } from './queue-definition.ts';

/**
 * Counts the cases of each view for this reader, up to one more than `bound`. The caller has checked the permission.
 */
export async function countQueueViews<View extends QueueView>(
  context: Context<PersonActor>,
  businessId: BusinessId,
  views: readonly View[],
  bound: number,
): Promise<Readonly<Record<View, number>>> {
  const statement = new Statement();
  const asker = toQueueReader(context);
  const parts = views.map((view) => {
    const business = statement.bind(businessId);
    const where = queueViewCondition(view, statement, asker);
    return `(SELECT count(*)::int FROM (SELECT 1 FROM review_case c WHERE c.business_id = ${business}::uuid AND ${where}
       LIMIT ${bound + 1}) AS bounded) AS "${view}"`;
  });
  const { rows } = await databasePool().query<Record<View, number>>(
    `SELECT ${parts.join(', ')}`,
    statement.values,
  );
  const counts = rows[0];
  if (counts === undefined) throw new Error('nothing was counted');
  return counts;
}
