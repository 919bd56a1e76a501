import 'server-only';
import * as z from 'zod';
import type { PlainTransaction } from '#lib/database/statements.ts';
import type { BusinessId } from '#lib/values/ids.ts';

/** Runs one statement of the caller's transaction. */
export type Run = PlainTransaction['run'];

/** The settings that apply to every match of a business. */
export type MatchTerms = { readonly timeZone: string; readonly countsCallbacks: boolean };

const termRows = z.tuple([z.object({ timeZone: z.string(), countsCallbacks: z.boolean() })]);

/** Reads the time zone, and whether amounts of callbacks count. The caller has checked the permission. */
export async function readMatchTerms(run: Run, businessId: BusinessId): Promise<MatchTerms> {
  const rows = await run(
    `SELECT time_zone AS "timeZone", coalesce(setting_value(id, 'callback-basis') = '"credited"', false) AS "countsCallbacks"
       FROM business WHERE id = $1::uuid`,
    [businessId],
  );
  return termRows.parse(rows)[0];
}
