import 'server-only';
import * as z from 'zod';
import { instantColumn } from '#lib/platform/columns.ts';
import { database } from '#lib/platform/db.ts';
import type { Instant } from '#lib/values/instant.ts';
import { later, toDate } from '#lib/values/instant.ts';
import type { ReadingPause } from './model-pause.ts';
import { triedAgainAt } from './model-pause.ts';

const name = 'payments';
/** Longer than a call to the service can take. */
const probeMs = 60_000;

/** The pause that all processes keep, or null where payments are read as usual. */
export async function readingPause(): Promise<ReadingPause | null> {
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

/** `probe`: the pause is over, and this caller alone may try one payment; it answers by {@link noteService}. */
export type Admission = 'open' | 'probe' | 'paused';

const admissions = z.array(z.object({ admission: z.enum(['probe', 'paused']) }));

/** Whether payments may be read now. Whoever asks first once the pause is over gets the one probe. */
export async function admitReading(now: Instant): Promise<Admission> {
  const rows: unknown = await database().$queryRaw`
    WITH probe AS (
      UPDATE reading_pause SET probing_until = ${toDate(later(now, probeMs))}
       WHERE name = ${name} AND until <= ${toDate(now)} AND COALESCE(probing_until, '-infinity') <= ${toDate(now)}
      RETURNING 'probe' AS admission)
    SELECT admission FROM probe
     UNION ALL SELECT 'paused' FROM reading_pause WHERE name = ${name} AND NOT EXISTS (SELECT FROM probe)`;
  return admissions.parse(rows)[0]?.admission ?? 'open';
}

/** Gives a probe back that was not made: there was nothing to read. */
export async function giveProbeBack(): Promise<void> {
  await database().readingPause.updateMany({ where: { name }, data: { probingUntil: null } });
}

/**
 * What a call that began at `startedAt` says of the service. A failure begins the pause or makes it longer, but calls
 * that were under way together count once; an answer ends it, unless the service failed after that call had begun.
 * `failure` is null where it answered, whatever it said of the one payment.
 */
export async function noteService(
  startedAt: Instant,
  now: Instant,
  failure: { readonly reason: string } | null,
): Promise<void> {
  if (failure === null) {
    await database().readingPause.deleteMany({ where: { name, failedAt: { lte: toDate(startedAt) } } });
    return;
  }
  const { reason } = failure;
  await database().$transaction(async (transaction) => {
    const [at, until] = [toDate(now), toDate(triedAgainAt(now, 1))];
    const begun = await transaction.$executeRaw`
      INSERT INTO reading_pause (name, since, until, failures, failed_at, reason)
      VALUES (${name}, ${at}, ${until}, 1, ${at}, ${reason}) ON CONFLICT (name) DO NOTHING`;
    if (begun > 0) return;
    const rows = await transaction.$queryRaw<{ failures: number }[]>`
      SELECT failures FROM reading_pause WHERE name = ${name} AND until <= ${toDate(startedAt)} FOR UPDATE`;
    const failures = (rows[0]?.failures ?? 0) + 1;
    if (rows.length === 0) return;
    await transaction.readingPause.update({
      where: { name },
      data: {
        failures,
        reason,
        failedAt: at,
        until: toDate(triedAgainAt(now, failures)),
        probingUntil: null,
      },
    });
  });
}
