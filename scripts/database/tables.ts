import { isMigrated, migrationState } from '#lib/database/migrate.ts';
import { databasePool } from '#lib/database/pools.ts';
import { StartFailure } from './failure.ts';

/** For commands that read what is there. Throws a StartFailure of one line where the database is away or has not our tables. */
export async function requireTables(): Promise<void> {
  const state = await migrationState(databasePool()).catch((error: unknown) => {
    const said = error instanceof Error && error.message !== '' ? `: ${error.message}` : '.';
    throw new StartFailure(`The database of DATABASE_URL does not answer${said}`, error);
  });
  if (isMigrated(state)) return;
  throw new StartFailure(
    'The database has not the tables of this version: run `npm start` once, or `npm run migrate`.',
  );
}
