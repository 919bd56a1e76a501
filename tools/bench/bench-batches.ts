import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { closeDatabase } from '#lib/database/close-database.ts';
import { startEmbeddedDatabase } from '#scripts/database/embedded.ts';
import { loadDotEnv, quietTools } from '#scripts/settings.ts';
import { startPaymentStandIn } from './payment-stand-in.ts';

/**
 * `npm run bench:batches [-- --rows 1000 --checked 50000]` measures payments from files in its own database. It first
 * checks a file of `--checked` rows and prints rows per second and memory. It then sends `--rows` rows through a worker,
 * with one lost connection, one killed worker and one outage of the service. Prints lines of JSON, and exits with 1 if a
 * payment at the stand-in does not belong to exactly one request.
 */
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000' },
    checked: { type: 'string', default: '50000' },
  },
});

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'countinghouse-bench-'));
fs.chmodSync(folder, 0o755);
const database = await startEmbeddedDatabase({ dataDir: folder, port: 0 });
const rows = Number(values.rows);
const service = await startPaymentStandIn(rows);
try {
  loadDotEnv();
  Object.assign(process.env, quietTools, {
    DATABASE_URL: database.url,
    DIRECT_URL: database.url,
    NEXTAUTH_SECRET: 'a-secret-of-the-bench-that-is-long-enough',
    CALLBACK_SECRETS: 'a-callback-key-of-the-bench-that-is-long-enough',
    SERVICE_BASE_URL: service.url,
    SERVICE_API_KEY: 'key',
    SERVICE_API_SECRET: 'secret',
    BATCH_ROWS_PER_SECOND: '1000',
    DATA_DIR: folder,
  });
  // Reads the environment when it is loaded.
  const { benchBatches } = await import('./batches.ts');
  const isRight = await benchBatches(database.url, service, { rows, checked: Number(values.checked) });
  process.exitCode = isRight ? 0 : 1;
} finally {
  service.close();
  await closeDatabase();
  await database.stop();
  fs.rmSync(folder, { recursive: true, force: true });
}
