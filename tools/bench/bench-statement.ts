import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { closeDatabase } from '#lib/database/close-database.ts';
import { silenceLog } from '#lib/platform/log.ts';
import { startEmbeddedDatabase } from '#scripts/database/embedded.ts';
import { loadDotEnv, telemetryOff } from '#scripts/settings.ts';

/**
 * `npm run bench:statement [-- --payments 1000000]` fills its own database with the payments of a year, each with a deposit, and
 * an opening position eleven months before the last month. It prints how long the statement of that month takes.
 */
const { values } = parseArgs({ options: { payments: { type: 'string', default: '1000000' } } });

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'countinghouse-bench-'));
fs.chmodSync(folder, 0o755);
const database = await startEmbeddedDatabase({ dataDir: folder, port: 0, fsync: false });
try {
  loadDotEnv();
  Object.assign(process.env, telemetryOff, {
    DATABASE_URL: database.url,
    DIRECT_URL: database.url,
    NEXTAUTH_SECRET: 'a-secret-of-the-bench-that-is-long-enough',
    CALLBACK_SECRETS: 'a-callback-key-of-the-bench-that-is-long-enough',
    SERVICE_BASE_URL: 'http://127.0.0.1:9',
    SERVICE_API_KEY: 'key',
    SERVICE_API_SECRET: 'secret',
    DATA_DIR: folder,
  });
  silenceLog();
  // Reads the environment when it is loaded.
  const { benchStatement } = await import('./statement.ts');
  process.exitCode = (await benchStatement(database.url, Number(values.payments))) ? 0 : 1;
} finally {
  await closeDatabase();
  await database.stop();
  fs.rmSync(folder, { recursive: true, force: true });
}
