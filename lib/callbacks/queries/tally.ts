import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { databasePool } from '#lib/platform/db.ts';
import { prepared } from '#lib/platform/keyset.ts';
import { rowsToCount } from '#lib/platform/keyset-count.ts';
import { Statement } from '#lib/platform/statement.ts';
import type { ListQuery } from '#lib/values/list-query.ts';
import { countBound } from '#lib/values/list-query.ts';
import { shownVerdicts } from '../model-verdict.ts';
import type { VerdictTally } from '../schema-list.ts';
import { callbackKeyset, verdictConditions } from './list.ts';

/** How many contents of each verdict that is, each exact up to 10,000 where the search is not wide. Throws Problem 'not-found' or 'forbidden'. */
export async function tallyCallbacks(
  context: Context<PersonActor>,
  business: string,
  asked: ListQuery,
): Promise<VerdictTally> {
  const scope = requirePermission(context, business, 'read');
  const { businessId } = scope;
  const keyset = callbackKeyset(scope);
  const query = await prepared(keyset, businessId, asked);
  const statement = new Statement();
  const { from, where, isCut } = await rowsToCount(keyset, statement, businessId, query);
  const conditions = verdictConditions(scope.may('risk.read'));
  const each = shownVerdicts.map(
    (verdict) => `(SELECT count(*)::int FROM (SELECT FROM ${from}
      WHERE ${where} AND ${conditions[verdict]} LIMIT ${countBound + 1}) AS bounded)`,
  );
  const { rows } = await databasePool().query<{ counts: number[] }>(
    `SELECT ARRAY[${each.join(', ')}] AS counts`,
    statement.values,
  );
  const counts = rows[0]?.counts ?? [];
  return {
    verdicts: shownVerdicts.flatMap((verdict, index) => {
      const count = counts[index] ?? 0;
      return count === 0
        ? []
        : [{ verdict, count: Math.min(count, countBound), more: isCut || count > countBound }];
    }),
  };
}
