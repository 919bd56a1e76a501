import type pg from 'pg';
import * as z from 'zod';
import { isUtc, setUtc } from '#lib/database/session-settings.ts';
import { tEmbeddedDatabase } from '#lib/messages/commands.ts';
import { StartFailure } from './failure.ts';

const zoneRow = z.object({ zone: z.string(), database: z.string(), role: z.string() });

const ask = async (client: pg.Client) =>
  zoneRow.parse(
    (
      await client.query(
        `SELECT current_setting('TimeZone') AS zone, current_database() AS database, current_user AS role`,
      )
    ).rows[0],
  );

/**
 * Makes UTC the default of this role in this database where the server has another zone, so that sessions are in UTC
 * behind any pooler. Puts this session into UTC. Returns what it changed, in one sentence; null where nothing.
 * @throws StartFailure where the session can't be put into UTC.
 */
export async function defaultToUtc(client: pg.Client): Promise<string | null> {
  const before = await ask(client);
  let changed: string | null = null;
  if (!isUtc(before.zone)) {
    const [role, database] = [client.escapeIdentifier(before.role), client.escapeIdentifier(before.database)];
    await client.query(`ALTER ROLE ${role} IN DATABASE ${database} SET timezone TO 'UTC'`);
    changed = tEmbeddedDatabase('zoneChanged', before);
  }
  await setUtc(client);
  const { zone } = await ask(client);
  if (!isUtc(zone)) throw new StartFailure(tEmbeddedDatabase('zoneFixed', { zone }));
  return changed;
}
