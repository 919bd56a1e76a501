import 'server-only';
import * as z from 'zod';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate } from '#lib/values/instant.ts';
import { databasePool } from './pools.ts';

/** State of the archive of the write-ahead log, from which pgBackRest and others recover. */
export type WalArchive = {
  /** The end of the last successful archiving. Null if there was none since the statistics began. */
  readonly archivedAt: Instant | null;
  /** Seconds since then, by the database's clock. */
  readonly ageSeconds: number | null;
  /** Failed attempts since the statistics began. */
  readonly failures: number;
  /** The last attempt failed. */
  readonly isFailing: boolean;
  /** Seconds after which an unfinished segment is archived. 0: only full segments are. */
  readonly timeoutSeconds: number;
};

const archiveRow = z
  .object({
    mode: z.string(),
    timeout_seconds: z.coerce.number(),
    archived_at: z.date().nullable(),
    age_seconds: z.number().nullable(),
    failures: z.coerce.number(),
    is_failing: z.boolean(),
  })
  .transform(({ mode, ...row }): WalArchive | null =>
    mode === 'off'
      ? null
      : {
          archivedAt: row.archived_at === null ? null : fromDate(row.archived_at),
          ageSeconds: row.age_seconds,
          failures: row.failures,
          isFailing: row.is_failing,
          timeoutSeconds: row.timeout_seconds,
        },
  );

/** Parses a row of the statement below. Null: the server archives nothing. */
export const parseWalArchive = (row: unknown): WalArchive | null => archiveRow.parse(row);

/** Reads the state of the server's archive. Returns null if `archive_mode` is off. Each role may read it. */
export async function readWalArchive(): Promise<WalArchive | null> {
  const { rows } = await databasePool().query(
    `SELECT current_setting('archive_mode') AS mode,
            (SELECT setting FROM pg_settings WHERE name = 'archive_timeout') AS timeout_seconds,
            last_archived_time AS archived_at,
            extract(epoch FROM clock_timestamp() - last_archived_time)::float8 AS age_seconds,
            failed_count AS failures,
            coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) AS is_failing
       FROM pg_stat_archiver`,
  );
  return parseWalArchive(rows[0]);
}
