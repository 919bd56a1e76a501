import { parseArgs } from 'node:util';
import { closeDatabase } from '#lib/database/close-database.ts';
import { withProduct } from '#scripts/environment.ts';
import { statementTimeoutMs } from './database/explain.ts';
import { isSlow, measurePages } from './database/lists.ts';
import { openFilled } from './filled-database.ts';
import { benchFolder, besideLines, measureBeside } from './lists-beside.ts';

/**
 * `npm run bench:lists [-- --plans N] [--all] [--pages payments,deposits] [--payments N] [--beside N]`: what the database
 * takes for every statement of every page, with the payments that are there (`npm run seed` first), or with N in a database
 * of its own in `.data`, made at the first run. Prints JSON lines: each read that is slower than 20 ms (or every one), and
 * the sums; with `--beside 10000` also how many times as long that is as with 10,000 payments, made in the same way.
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
    : await openFilled(benchFolder(Number(values.payments)), Number(values.payments));
if (own) Object.assign(process.env, own.environment);

await withProduct(async () => {
  try {
    const address = new URL(process.env['DIRECT_URL'] || process.env['DATABASE_URL'] || '');
    address.searchParams.set(
      'options',
      `-c timezone=UTC -c max_parallel_workers_per_gather=0 -c statement_timeout=${statementTimeoutMs}`,
    );
    const url = address.href;
    Object.assign(process.env, { DATABASE_URL: url, DIRECT_URL: url });
    const smaller =
      values.beside === undefined ? null : await measureBeside(Number(values.beside), values.pages);
    const wanted = values.pages?.split(',') ?? null;
    const { payments, measured, plans, end } = await measurePages(url, wanted, (one) => {
      if (!values.all && !isSlow(one)) return;
      const { page, what, alike, statements, size, walks, ms, slowest } = one;
      console.log(
        JSON.stringify({
          bench: 'lists',
          page,
          what,
          alike,
          statements,
          size,
          walks,
          ms: rounded(ms),
          slowestMs: rounded(slowest.ms),
          blocks: slowest.blocks,
        }),
      );
    });
    for (const plan of await plans(Number(values.plans ?? 0))) console.log(plan);
    await end();
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
    if (smaller) for (const line of besideLines(measured, smaller)) console.log(JSON.stringify(line));
  } finally {
    await closeDatabase();
    await own?.stop();
  }
});
