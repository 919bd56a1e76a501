import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { closeDatabase } from '#lib/database/close-database.ts';
import { silenceLog } from '#lib/platform/log.ts';
import { startEmbeddedDatabase } from '#scripts/database/embedded.ts';
import { loadDotEnv, telemetryOff } from '#scripts/settings.ts';

/**
 * `npm run bench:bank [-- --lines 50000 --deposits 4 --padding 0]` imports a statement into its own database, and matches its
 * lines with this number of deposits each. Padding makes each text longer by that number of characters. It prints seconds and
 * the peak of memory as lines of JSON.
 */
const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '50000' },
    deposits: { type: 'string', default: '4' },
    padding: { type: 'string', default: '0' },
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
    DATA_DIR: folder,
  });
  silenceLog();
  // Reads the environment when it is loaded.
  const { benchBank } = await import('./bank.ts');
  const isRight = await benchBank(database.url, {
    lines: Number(values.lines),
    depositsPerLine: Number(values.deposits),
    padding: Number(values.padding),
  });
  process.exitCode = isRight ? 0 : 1;
} finally {
  await closeDatabase();
  await database.stop();
  fs.rmSync(folder, { recursive: true, force: true });
}
