import 'server-only';
import * as z from 'zod';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Run } from './terms.ts';

/** Lines that a preview reads. Matching them takes the process about a second. */
const previewedLines = 20_000;

const startRows = z.array(z.object({ day: z.string() }));

/** Returns the first of the last days that have 20,000 lines together, at least one day. Null: all days have fewer. */
export async function findPreviewStart(
  run: Run,
  businessId: BusinessId,
  currency: string,
): Promise<string | null> {
  const rows = await run(
    `SELECT least(l.day + 1, (
              SELECT max(last.day) FROM bank_line last
               WHERE last.business_id = $1::uuid AND last.currency = $2 AND last.removed_at IS NULL))::text AS day
       FROM bank_line l
      WHERE l.business_id = $1::uuid AND l.currency = $2 AND l.removed_at IS NULL
      ORDER BY l.day DESC OFFSET $3 LIMIT 1`,
    [businessId, currency, previewedLines],
  );
  return startRows.parse(rows)[0]?.day ?? null;
}
