import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { closeDatabase } from '#lib/database/close-database.ts';
import { applyMigrations } from '#lib/database/migrate.ts';
import { silenceLog } from '#lib/platform/log.ts';
import { startEmbeddedDatabase } from '#scripts/database/embedded.ts';
import { loadDotEnv, telemetryOff } from '#scripts/settings.ts';
import { yearCurrencies } from './year/events.ts';

/**
 * `npm run bench:year [-- --deposits 200000 --seed 1 --only N]` plays a year of three businesses in two time zones into a database of its
 * own: with reads, without, and with callbacks declared credited. Each closes 12 months in two currencies, and writes the files of the
 * books for nine programs. A second program then computes every statement and file from the stored bytes. It prints lines of JSON, and
 * exits with 1 if one digit differs. `--only` plays one of the three, with its share of the deposits.
 */
const { values } = parseArgs({
  options: {
    deposits: { type: 'string', default: '200000' },
    seed: { type: 'string', default: '20261129' },
    only: { type: 'string' },
  },
});
const print = (line: Readonly<Record<string, unknown>>) =>
  console.log(JSON.stringify({ bench: 'year', ...line }));

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
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await applyMigrations(client);
  await client.end();
  // Reads the environment when it is loaded.
  const { proveYear } = await import('./year.ts');
  const [deposits, seed] = [Number(values.deposits), Number(values.seed)];
  const begun = performance.now();
  const years = [
    { timeZone: 'Europe/Berlin', mode: 'reads on', share: 0.4 },
    { timeZone: 'America/New_York', mode: 'reads off', share: 0.3 },
    { timeZone: 'Europe/Berlin', mode: 'assumption set', share: 0.3 },
  ] as const;
  const proven = await Promise.all(
    years.flatMap(({ share, ...year }, index) =>
      values.only !== undefined && Number(values.only) !== index + 1
        ? []
        : proveYear(
            {
              ...{ ...year, id: randomUUID(), currencies: yearCurrencies, hasEveryFile: true },
              ...{ deposits: Math.round(deposits * share), seed: seed + index },
            },
            print,
          ),
    ),
  );
  for (const { compare: _compare, differences, ...figures } of proven)
    print({ ...figures, differences: differences.length, first: differences.slice(0, 20) });
  const sum = (count: (one: (typeof proven)[number]) => number) =>
    proven.reduce((total, one) => total + count(one), 0);
  const different = sum(({ differences }) => differences.length);
  print({
    deposits: sum((one) => one.deposits),
    messages: sum(({ messages }) => messages),
    statements: sum(({ statements }) => statements),
    figures: sum(({ figures }) => figures),
    files: sum(({ files }) => Object.values(files).reduce((count, one) => count + one, 0)),
    postings: sum(({ postings }) => postings),
    megabytes: Math.round(process.resourceUsage().maxRSS / 1_024),
    seconds: Math.round((performance.now() - begun) / 1_000),
    differences: different,
    goal: 'no difference',
  });
  process.exitCode = different === 0 ? 0 : 1;
} finally {
  await closeDatabase();
  await database.stop();
  fs.rmSync(folder, { recursive: true, force: true });
}
