import { randomInt } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedDatabase } from '#scripts/database/embedded.ts';
import { loadDotEnv, telemetryOff } from '#scripts/settings.ts';
import { benchIntents } from './intents.ts';

/**
 * `npm run bench:intents [-- --runs 10000 --seed N]` requests payments in its own database. Each run has one fault of the
 * service and one point at which the process is killed. It prints the seed and the figures as JSON.
 * It exits with 1 if a payment does not belong to exactly one request, or a request was sent again without a person.
 */
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '10000' }, seed: { type: 'string' } },
});
const seed = values.seed ?? String(randomInt(1_000_000));
console.log(JSON.stringify({ bench: 'intents', what: 'seed', seed }));

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'countinghouse-bench-'));
fs.chmodSync(folder, 0o755);
const database = await startEmbeddedDatabase({ dataDir: folder, port: 0 });
try {
  loadDotEnv();
  Object.assign(process.env, telemetryOff);
  process.exitCode = (await benchIntents(database.url, seed, Number(values.runs))) ? 0 : 1;
} finally {
  await database.stop();
  fs.rmSync(folder, { recursive: true, force: true });
}
