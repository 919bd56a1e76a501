import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { databasePool } from '#lib/database/pools.ts';
import { isFilterValue } from '#lib/lists/model/filter-values.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { reportedFields } from './reported-fields.ts';
import type { ReportedValues } from './schema/reported-fields.ts';

/** Most values offered per field. More of them would be noise. */
const maximumValues = 40;

const rows = z.array(z.object({ field: z.string(), value: z.string() }));

/**
 * Returns reported values that the interface doesn't name, so that lists can filter by them. They were recorded on
 * arrival, so no records are read.
 *
 * @throws {Problem} 'not-found' or 'forbidden'
 */
export async function listUndocumentedValues(
  context: Context<PersonActor>,
  business: string,
  list: string,
): Promise<ReportedValues> {
  const { businessId } = requirePermission(context, business, 'read');
  const filters = Object.entries(Object.hasOwn(reportedFields, list) ? (reportedFields[list] ?? {}) : {});
  const fields = [...new Set(filters.flatMap(([, of]) => of))];
  const { rows: reported } = await databasePool().query(
    `SELECT field, value FROM unnest($2::text[]) AS requested(field) CROSS JOIN LATERAL (
       SELECT value FROM unknown_name unknown_value
        WHERE unknown_value.business_id = $1::uuid AND unknown_value.field = requested.field
        ORDER BY value LIMIT ${maximumValues}) AS first`,
    [businessId, fields],
  );
  const valuesByField = Map.groupBy(
    rows.parse(reported).filter(({ value }) => isFilterValue(value)),
    ({ field }) => field,
  );
  const listValues = (of: readonly string[]) => [
    ...new Set(of.flatMap((field) => (valuesByField.get(field) ?? []).map(({ value }) => value))),
  ];
  return {
    valuesByFilter: Object.fromEntries(
      filters.map(([name, of]) => [name, listValues(of)] as const).filter(([, values]) => values.length > 0),
    ),
  };
}
