import 'server-only';
import * as z from 'zod';
import { instantColumn } from '#lib/database/columns.ts';
import { database } from '#lib/database/pools.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, toDate } from '#lib/values/instant.ts';
import type { ReadingPause } from './model.ts';

/** Name of the only pause, for all payments of all businesses. */
export const readingPauseName = 'payments';
const name = readingPauseName;
/** Longer than a call to the service can take. */
const probeMs = 60_000;

/** Returns the pause that all processes share, or null without one. */
export async function findReadingPause(): Promise<ReadingPause | null> {
  const row = await database().readingPause.findUnique({ where: { name } });
  return row === null
    ? null
    : {
        since: instantColumn(row.since),
        until: instantColumn(row.until),
        failures: row.failures,
        reason: row.reason,
      };
}

/** `probe`: the pause is over and only this caller may read one payment. */
export type ReadAdmission = 'open' | 'probe' | 'paused';

const admissions = z.array(z.object({ admission: z.enum(['probe', 'paused']) }));

/** Decides if payments may be read now. The first caller after the pause gets the only probe. */
export async function admitRead(now: Instant): Promise<ReadAdmission> {
  const rows: unknown = await database().$queryRaw`
    WITH probe AS (
      UPDATE reading_pause SET probing_until = ${toDate(addMilliseconds(now, probeMs))}
       WHERE name = ${name} AND until <= ${toDate(now)} AND COALESCE(probing_until, '-infinity') <= ${toDate(now)}
      RETURNING 'probe' AS admission)
    SELECT admission FROM probe
     UNION ALL SELECT 'paused' FROM reading_pause WHERE name = ${name} AND NOT EXISTS (SELECT FROM probe)`;
  return admissions.parse(rows)[0]?.admission ?? 'open';
}

/** Releases an unused probe. */
export async function releaseProbe(): Promise<void> {
  await database().readingPause.updateMany({ where: { name }, data: { probingUntil: null } });
}
