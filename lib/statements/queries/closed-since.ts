import 'server-only';
import * as z from 'zod';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { Days } from '../model/period.ts';
import type { AgreedPositions, Run } from './figures.ts';

/** Longest time between the time of a close or of a reopening and its commit. */
const closeCommitMs = 3_600_000;

/** Returns true if all of these days were closed before a time, and stayed closed. Their rows are the same since. */
export function isClosedSince({ closes }: AgreedPositions, { from, to }: Days, time: Instant): boolean {
  const touched = closes.filter((close) => close.from <= to && close.to >= from);
  const [first, last] = [touched[0], touched.at(-1)];
  return (
    first !== undefined &&
    last !== undefined &&
    first.from <= from &&
    last.to >= to &&
    touched.every(({ closedAt }) => closedAt + closeCommitMs < time)
  );
}

const reopeningRows = z.array(
  z.object({
    from: z.string(),
    to: z.string(),
    /** In milliseconds. */
    reopenedAt: z.number(),
  }),
);
type Reopening = z.infer<typeof reopeningRows>[number];

/** Reads the closed periods of a currency that were reopened. */
export async function readReopenings(
  run: Run,
  businessId: BusinessId,
  currency: string,
): Promise<readonly Reopening[]> {
  const rows = await run(
    `SELECT first_day::text AS "from", last_day::text AS "to", floor(extract(epoch FROM reopened_at) * 1000)::float8 AS "reopenedAt"
       FROM period_close WHERE business_id = $1::uuid AND currency = $2 AND reopened_at IS NOT NULL`,
    [businessId, currency],
  );
  return reopeningRows.parse(rows);
}

/** Returns true if one of these days was reopened since a time. Null: ever. */
export const isReopenedSince = (
  reopenings: readonly Reopening[],
  days: Days,
  time: Instant | null,
): boolean =>
  reopenings.some(
    ({ from, to, reopenedAt }) =>
      from <= days.to && to >= days.from && (time === null || reopenedAt + closeCommitMs >= time),
  );
