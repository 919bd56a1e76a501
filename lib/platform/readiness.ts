import 'server-only';
import { databasePool } from './db.ts';
import { logger } from './log.ts';
import { isMigrated, migrationState } from './migrate.ts';

export type Readiness = {
  readonly isReady: boolean;
  readonly database: 'answers' | 'away';
  readonly migrations: 'applied' | 'pending' | 'unknown';
};

const patienceMs = 2_000;

/** Whether the database answers, soon enough, and is as this version needs it. */
export async function readiness(): Promise<Readiness> {
  try {
    const state = await Promise.race([migrationState(databasePool()), tooLate()]);
    const isReady = isMigrated(state);
    return { isReady, database: 'answers', migrations: isReady ? 'applied' : 'pending' };
  } catch (error) {
    logger().warn({ error }, 'not ready');
    return { isReady: false, database: 'away', migrations: 'unknown' };
  }
}

function tooLate(): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error(`no answer within ${patienceMs} ms`)), patienceMs).unref();
  });
}
