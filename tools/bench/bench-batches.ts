import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { closeDatabase } from '#lib/database/close-database.ts';
import { silenceLog } from '#lib/platform/log.ts';
import { startEmbeddedDatabase } from '#scripts/database/embedded.ts';
import { loadDotEnv, telemetryOff } from '#scripts/settings.ts';
import type { BenchSandbox } from './batch-sandbox.ts';
import { startBenchSandbox } from './batch-sandbox.ts';
import { requireBuild } from './require-build.ts';

/**
 * `npm run bench:batches [-- --rows 1000 --checked 50000 --outage 5]` measures payments from files in its own database.
 *
 * It first checks a file of `--checked` rows and prints rows per second and memory. It then sends `--rows` rows to the
 * sandbox, through the web app and a worker that are each killed once. One answer is lost, and an outage lasts at least
 * `--outage` seconds. The bench plays the person who resumes the run and settles unknown rows. It prints lines of JSON,
 * and exits with 1 unless the sandbox has one payment for each row, and each payment one request.
 *
 * `npm test` adds `--short`, which measures nothing. Answers are delayed, so that each fault hits few rows. Workers have
 * a clock that is ahead, so that they need not wait for the end of a killed process's lease.
 */
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000' },
    checked: { type: 'string', default: '50000' },
    outage: { type: 'string', default: '5' },
    short: { type: 'boolean', default: false },
  },
});

await requireBuild();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'countinghouse-bench-'));
fs.chmodSync(folder, 0o755);
const database = await startEmbeddedDatabase({ dataDir: folder, port: 0 });
let sandbox: BenchSandbox | null = null;
try {
  loadDotEnv();
  Object.assign(process.env, telemetryOff, {
    DATABASE_URL: database.url,
    DIRECT_URL: database.url,
    NEXTAUTH_SECRET: 'a-secret-of-the-bench-that-is-long-enough',
    CALLBACK_SECRETS: 'a-callback-key-of-the-bench-that-is-long-enough',
    SERVICE_API_KEY: 'key',
    SERVICE_API_SECRET: 'secret',
    SERVICE_PAYMENT_READ_PATH: '',
    SERVICE_CREATES_PER_SECOND: '1000',
    DATA_DIR: folder,
  });
  silenceLog();
  sandbox = await startBenchSandbox(folder, process.env);
  Object.assign(process.env, { SERVICE_BASE_URL: sandbox.address });
  // Reads the environment when it is loaded.
  const { benchBatches } = await import('./batches.ts');
  const isRight = await benchBatches(database.url, sandbox, {
    rows: Number(values.rows),
    checked: Number(values.checked),
    outageMs: Number(values.outage) * 1_000,
    folder,
    isShort: values.short,
  });
  process.exitCode = isRight ? 0 : 1;
} finally {
  await sandbox?.end();
  await closeDatabase();
  await database.stop();
  fs.rmSync(folder, { recursive: true, force: true });
}
