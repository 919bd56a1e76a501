import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import { cryptoCurrencies } from '#lib/values/currencies.ts';
import { termFields } from './model/fields.ts';
import { rowConditions } from './problem-queries.ts';
import type { BatchTerm } from './schema.ts';
import type { BatchKey } from './store.ts';

/** Values of a field that are named. The others are counted. */
const namedValues = 3;

const termRow = z.array(
  z.object({ field: z.enum(termFields), value: z.string().nullable(), rows: z.number() }),
);

/** Counts the terms of the rows that will be sent, as they will be sent. The caller has checked the permission. */
export async function countTerms({ businessId, batchId }: BatchKey): Promise<readonly BatchTerm[]> {
  const { rows } = await databasePool().query(
    `WITH sendable AS (
       SELECT line."values", line."values"->>'type' IS NOT DISTINCT FROM 'REUSABLE' AS reusable,
              line."values"->>'currency' = ANY ($3::text[]) AS priced_in_coin,
              coalesce(line."values"->>'redirectUrl', '') <> '' AS redirects
         FROM payment_batch_row line
        WHERE line.business_id = $1::uuid AND line.batch_id = $2::uuid AND NOT ${rowConditions.errors}),
     counted AS (
       SELECT term.field, coalesce(term.value, '') AS value, count(*)::int AS rows
         FROM sendable, LATERAL (VALUES
                ('network', CASE WHEN priced_in_coin THEN "values"->>'network' ELSE '' END),
                ('type', "values"->>'type'),
                ('rateType', CASE WHEN reusable THEN 'FLOATING' ELSE "values"->>'rateType' END),
                ('expirationMinutes', CASE WHEN reusable THEN '' ELSE "values"->>'expirationMinutes' END),
                ('locale', "values"->>'locale'),
                ('redirectUrl', "values"->>'redirectUrl'),
                ('redirectMode', CASE WHEN redirects THEN "values"->>'redirectMode' ELSE '' END)) AS term (field, value)
        GROUP BY 1, 2),
     ranked AS (
       SELECT *, row_number() OVER (PARTITION BY field ORDER BY rows DESC, value) AS place FROM counted)
     SELECT field, CASE WHEN place <= ${namedValues} THEN value END AS value, sum(rows)::int AS rows
       FROM ranked GROUP BY 1, 2 ORDER BY 1, min(place)`,
    [businessId, batchId, cryptoCurrencies],
  );
  return termRow.parse(rows);
}
