import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { databasePool } from '#lib/database/pools.ts';
import { canBeExact } from '#lib/lists/model/filter-values.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { reportedFields } from './reported-fields.ts';
import type { ReportedValues } from './schema/reported-fields.ts';

/** So many of one field can be chosen from; what tells more tells rubbish. */
const most = 40;

const rows = z.array(z.object({ field: z.string(), value: z.string() }));

/**
 * The values of a list's enumerations that came and that the interface does not name, so that they can be filtered for
 * like those that it names. They were noted when they came, so no record is looked at. Throws Problem 'not-found' or
 * 'forbidden'.
 */
export async function readReportedValues(
  context: Context<PersonActor>,
  business: string,
  list: string,
): Promise<ReportedValues> {
  const { businessId } = requirePermission(context, business, 'read');
  const filters = Object.entries(Object.hasOwn(reportedFields, list) ? (reportedFields[list] ?? {}) : {});
  const fields = [...new Set(filters.flatMap(([, of]) => of))];
  const { rows: found } = await databasePool().query(
    `SELECT field, value FROM unnest($2::text[]) AS wanted(field) CROSS JOIN LATERAL (
       SELECT value FROM unknown_name known
        WHERE known.business_id = $1::uuid AND known.field = wanted.field
        ORDER BY value LIMIT ${most}) AS first`,
    [businessId, fields],
  );
  const told = Map.groupBy(
    rows.parse(found).filter(({ value }) => canBeExact(value)),
    ({ field }) => field,
  );
  const valuesOf = (of: readonly string[]) => [
    ...new Set(of.flatMap((field) => (told.get(field) ?? []).map(({ value }) => value))),
  ];
  return {
    told: Object.fromEntries(
      filters.map(([name, of]) => [name, valuesOf(of)] as const).filter(([, values]) => values.length > 0),
    ),
  };
}
