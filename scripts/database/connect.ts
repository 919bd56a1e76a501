import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { tEmbeddedDatabase } from '#lib/messages/commands.ts';
import { StartFailure } from './failure.ts';

const isTransient = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'ECONNRESET', '57P03']);

/** One connection to a database that may still be starting (another container, a restart). */
export async function connectWithRetry(url: string, variable: string, seconds = 30): Promise<pg.Client> {
  for (const end = Date.now() + seconds * 1_000; ; await pause(500)) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (isTransient.has(code) && Date.now() < end) continue;
      const reason = error instanceof Error && error.message !== '' ? error.message : code;
      throw new StartFailure(tEmbeddedDatabase('noAnswer', { variable, reason }), error);
    }
  }
}
