import { parseArgs } from 'node:util';
import pg from 'pg';
import { closeDatabase } from '#lib/database/close-database.ts';
import { runWithProductEnvironment } from '#scripts/environment.ts';
import { benchFolder, compareWithSmaller, measureSmallerDatabase } from './compare-lists.ts';
import { statementTimeoutMs } from './database/explain.ts';
import { isSlow, measurePages } from './database/lists.ts';
import { openFilledDatabase } from './filled-database.ts';

/**
 * `npm run bench:lists [-- --plans N] [--all] [--pages payments,deposits] [--payments N] [--beside N]` measures the
 * database time of every statement of every page. It uses the existing payments (`npm run seed` first), or N
 * payments in its own database in `.data`, which the first run creates. Prints JSON lines: each read that is slower
 * than 50 ms (or every one), and totals. With `--beside 10000` it also prints the ratio to the times with 10,000
 * payments of the same kind.
 */
const { values } = parseArgs({
  options: {
    plans: { type: 'string' },
    all: { type: 'boolean' },
    pages: { type: 'string' },
    payments: { type: 'string' },
    beside: { type: 'string' },
  },
});
const rounded = (ms: number) => Math.round(ms * 100) / 100;

const own =
  values.payments === undefined
    ? null
    : await openFilledDatabase(benchFolder(Number(values.payments)), Number(values.payments));
if (own) Object.assign(process.env, own.environment);

await runWithProductEnvironment(async () => {
  let client: pg.Client | null = null;
  try {
    const address = new URL(process.env['DIRECT_URL'] || process.env['DATABASE_URL'] || '');
    address.searchParams.set(
      'options',
      `-c timezone=UTC -c max_parallel_workers_per_gather=0 -c statement_timeout=${statementTimeoutMs}`,
    );
    const url = address.href;
    Object.assign(process.env, { DATABASE_URL: url, DIRECT_URL: url });
    const smaller =
      values.beside === undefined ? null : await measureSmallerDatabase(Number(values.beside), values.pages);
    const selectedPages = values.pages?.split(',') ?? null;
    client = new pg.Client({ connectionString: url });
    await client.connect();
    const { payments, measured, plans } = await measurePages(client, selectedPages, (one) => {
      if (!values.all && !isSlow(one)) return;
      const { page, name, group, statements, size, ms, slowest } = one;
      console.log(
        JSON.stringify({
          bench: 'lists',
          page,
          what: name,
          alike: group,
          statements,
          size,
          ms: rounded(ms),
          slowestMs: rounded(slowest.ms),
          blocks: slowest.blocks,
        }),
      );
    });
    for (const plan of await plans(Number(values.plans ?? 0))) console.log(plan);
    const pages = [...new Set(measured.map(({ page }) => page))];
    for (const page of pages) {
      const of = measured
        .filter((one) => one.page === page)
        .map(({ ms }) => ms)
        .toSorted((left, right) => left - right);
      console.log(
        JSON.stringify({
          bench: 'lists',
          payments,
          page,
          reads: of.length,
          medianMs: rounded(of[Math.floor(of.length / 2)] ?? 0),
          p95Ms: rounded(of[Math.floor(of.length * 0.95)] ?? 0),
          worstMs: rounded(of.at(-1) ?? 0),
          slow: measured.filter((one) => one.page === page && isSlow(one)).length,
        }),
      );
    }
    if (smaller) for (const line of compareWithSmaller(measured, smaller)) console.log(JSON.stringify(line));
  } finally {
    await client?.end();
    await closeDatabase();
    await own?.stop();
  }
});
