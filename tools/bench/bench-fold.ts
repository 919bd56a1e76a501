import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { closeDatabase } from '#lib/database/close-database.ts';
import { startEmbeddedDatabase } from '#scripts/database/embedded.ts';
import { loadDotEnv, telemetryOff } from '#scripts/settings.ts';
import { benchFold } from './fold.ts';

/**
 * `npm run bench:fold [-- --deposits 50000 --callbacks 200000]` measures three things in its own database. The first is
 * the time of Node and of the database for a callback in batches of 100. The second is the time and peak memory of
 * `npm run replay -- --verify` for these callbacks. The third is the cost of one more callback for payments with few and
 * with many deposits. Prints one line of JSON for each.
 */
const { values } = parseArgs({
  options: {
    deposits: { type: 'string', default: '50000' },
    callbacks: { type: 'string', default: '200000' },
  },
});

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'countinghouse-bench-'));
fs.chmodSync(folder, 0o755);
const database = await startEmbeddedDatabase({ dataDir: folder, port: 0 });
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
  });
  await benchFold(database.url, {
    deposits: Number(values.deposits),
    callbacks: Number(values.callbacks),
  });
} finally {
  await closeDatabase();
  await database.stop();
  fs.rmSync(folder, { recursive: true, force: true });
}
