import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { databasePool } from '#lib/database/pools.ts';
import { Statement } from '#lib/database/statement.ts';
import { selectRowsToCount } from '#lib/lists/count/count-rows.ts';
import type { ListQuery } from '#lib/lists/model/query.ts';
import { prepareQuery } from '#lib/lists/read-page.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { shownVerdicts } from '../model/verdict.ts';
import type { CallbackVerdictCounts } from '../schema/list.ts';
import { callbackDefinition, verdictConditions } from './list.ts';

/** Limit of each count. Some verdicts have no index, so their rows must be read. */
const bound = 2_000;

/**
 * Counts the contents that a query finds by verdict. Each count is exact up to a bound if an index serves the query.
 *
 * @throws Problem 'not-found' or 'forbidden'.
 */
export async function countCallbacksByVerdict(
  context: Context<PersonActor>,
  business: string,
  listQuery: ListQuery,
): Promise<CallbackVerdictCounts> {
  const scope = requirePermission(context, business, 'read');
  const { businessId } = scope;
  const definition = callbackDefinition(scope);
  const query = await prepareQuery(definition, businessId, listQuery);
  const statement = new Statement();
  const { from, where, isCut } = await selectRowsToCount(definition, statement, businessId, query);
  const conditions = verdictConditions(scope.may('risk.read'));
  const counts: number[] = [];
  // Sequential, because in parallel one page would take seven connections.
  for (const verdict of shownVerdicts) {
    const { rows } = await databasePool().query<{ count: number }>(
      `SELECT count(*)::int AS count FROM (SELECT FROM ${from}
        WHERE ${where} AND ${conditions[verdict]} LIMIT ${bound + 1}) AS bounded`,
      statement.values,
    );
    counts.push(rows[0]?.count ?? 0);
  }
  return {
    verdicts: shownVerdicts.flatMap((verdict, index) => {
      const count = counts[index] ?? 0;
      return count === 0 ? [] : [{ verdict, count: Math.min(count, bound), more: isCut || count > bound }];
    }),
  };
}
