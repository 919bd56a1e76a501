import { isMigrated, readMigrationState } from '#lib/database/migrate.ts';
import { databasePool } from '#lib/database/pools.ts';
import { tEmbeddedDatabase } from '#lib/messages/commands.ts';
import { StartFailure } from './failure.ts';

/**
 * Requires the tables of this version, for commands that read the database.
 * @throws StartFailure of one line if the database doesn't answer or lacks them
 */
export async function requireTables(): Promise<void> {
  const state = await readMigrationState(databasePool()).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : '';
    throw new StartFailure(
      reason === '' ? tEmbeddedDatabase('away') : tEmbeddedDatabase('awayBecause', { reason }),
      error,
    );
  });
  if (isMigrated(state)) return;
  throw new StartFailure(tEmbeddedDatabase('noTables'));
}
