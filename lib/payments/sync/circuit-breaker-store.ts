import 'server-only';
import * as z from 'zod';
import { database } from '#lib/database/pools.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, fromDate, toDate } from '#lib/values/instant.ts';
import type { ReadingPause } from './model.ts';

/** Longer than a call to the service can take. */
const probeMs = 60_000;

const instantOfDate = z.date().transform(fromDate);
const pauseRow = z.object({
  since: instantOfDate,
  until: instantOfDate,
  failures: z.number(),
  reason: z.string(),
});

/** Returns the pause that all processes share, or null without one. */
export async function findReadingPause(): Promise<ReadingPause | null> {
  const rows: unknown = await database().$queryRaw`
    SELECT reads_paused_since AS since, reads_paused_until AS until, read_failures AS failures, reads_failure AS reason
      FROM installation WHERE reads_paused_since IS NOT NULL`;
  return z.array(pauseRow).parse(rows)[0] ?? null;
}

/** `probe`: the pause is over and only this caller may read one payment. */
export type ReadAdmission = 'open' | 'probe' | 'paused';

const admissions = z.array(z.object({ admission: z.enum(['probe', 'paused']) }));

/** Decides if payments may be read now. The first caller after the pause gets the only probe. */
export async function admitRead(now: Instant): Promise<ReadAdmission> {
  const rows: unknown = await database().$queryRaw`
    WITH probe AS (
      UPDATE installation SET reads_probed_until = ${toDate(addMilliseconds(now, probeMs))}
       WHERE reads_paused_until <= ${toDate(now)} AND COALESCE(reads_probed_until, '-infinity') <= ${toDate(now)}
      RETURNING 'probe' AS admission)
    SELECT admission FROM probe
     UNION ALL SELECT 'paused' FROM installation WHERE reads_paused_until IS NOT NULL AND NOT EXISTS (SELECT FROM probe)`;
  return admissions.parse(rows)[0]?.admission ?? 'open';
}

/** Releases an unused probe. */
export async function releaseProbe(): Promise<void> {
  await database().installation.updateMany({
    where: { readsProbedUntil: { not: null } },
    data: { readsProbedUntil: null },
  });
}
