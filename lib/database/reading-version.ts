import 'server-only';
import * as z from 'zod';
import type { Queryable } from './session-settings.ts';

const versionRow = z.object({ version: z.number() });

/** Returns the version of reading that made the stored records. Rejects if the database isn't migrated. */
export async function findReadingVersion(database: Queryable): Promise<number> {
  const { rows } = await database.query('SELECT reading_version AS version FROM installation');
  return versionRow.parse(rows[0]).version;
}

/** Records that this version of reading made all records. Never replaces a newer version. */
export async function recordReadingVersion(database: Queryable, version: number): Promise<void> {
  await database.query(
    'UPDATE installation SET reading_version = $1, reading_changed_at = clock_timestamp() WHERE reading_version < $1',
    [version],
  );
}

/**
 * Records this version of reading where nothing is stored yet. Runs after the migrations, before the first callback can
 * arrive. Returns the recorded version.
 */
export async function prepareReadingVersion(database: Queryable, version: number): Promise<number> {
  await database.query(
    `UPDATE installation SET reading_version = $1, reading_changed_at = clock_timestamp()
      WHERE reading_version < $1
        AND NOT EXISTS (SELECT FROM callback_message) AND NOT EXISTS (SELECT FROM service_answer)`,
    [version],
  );
  return findReadingVersion(database);
}
