import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { readWithin } from '#lib/database/limited-read.ts';
import { Statement } from '#lib/database/statement.ts';
import { listCondition, listRows } from '#lib/lists/definition.ts';
import type { ListQuery } from '#lib/lists/model/query.ts';
import { prepareQuery } from '#lib/lists/prepare-query.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { shownVerdicts } from '../model/verdict.ts';
import type { CallbackVerdictCounts } from '../schema/list.ts';
import { callbackDefinition, verdictConditions } from './list.ts';

/** Limit of each count. */
const bound = 2_000;
/** Longest time of all counts. */
const limitMs = 1_500;

/**
 * Counts the contents that a query finds by verdict, exactly up to a bound. Counts that take too long are left out.
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
  const where = listCondition(definition, statement, businessId, query);
  const conditions = verdictConditions(scope.may('risk.read'));
  const columns = shownVerdicts.map(
    (verdict) => `(SELECT count(*)::int FROM (SELECT FROM ${listRows(definition)}
        WHERE ${where} AND ${conditions[verdict]} LIMIT ${bound + 1}) AS bounded) AS "${verdict}"`,
  );
  const answer = await readWithin(limitMs, (client) =>
    client.query<Record<string, number>>(`SELECT ${columns.join(', ')}`, statement.values),
  );
  return {
    verdicts: shownVerdicts.flatMap((verdict) => {
      const count = answer?.rows[0]?.[verdict] ?? 0;
      return count === 0 ? [] : [{ verdict, count: Math.min(count, bound), more: count > bound }];
    }),
  };
}
