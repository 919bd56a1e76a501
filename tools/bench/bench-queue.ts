import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { closeDatabase } from '#lib/database/close-database.ts';
import { runWithProductEnvironment } from '#scripts/environment.ts';
import { projectFolder } from '#scripts/settings.ts';
import { explainPlan, measureCost, statementTimeoutMs } from './database/explain.ts';
import { findLargestOwner } from './database/owner.ts';
import { caseGoalMs, queueGoalMs, readQueueFigures } from './database/queue-reads.ts';
import { openFilledDatabase } from './filled-database.ts';
import { openWaitingCases } from './queue-cases.ts';

/**
 * `npm run bench:queue [-- --cases 100000] [--payments 200000]` measures the review queue with this many waiting cases,
 * in its own database in `.data`, which the first run creates. Each order, filter, search, count and view of the queue
 * is a line of JSON: the median and the 95th percentile of its slowest statement, with the goal. The plan follows where
 * the goal is missed. "Take next" is the whole action, and the case pages are all of their statements together.
 */
const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '100000' },
    payments: { type: 'string', default: '200000' },
  },
});
const payments = Number(values.payments);
const rounded = (ms: number) => Math.round(ms * 100) / 100;

const own = await openFilledDatabase(path.join(projectFolder, '.data', `bench-queue-${payments}`), payments);
Object.assign(process.env, own.environment);

await runWithProductEnvironment(async () => {
  const address = new URL(own.url);
  address.searchParams.set(
    'options',
    `-c timezone=UTC -c max_parallel_workers_per_gather=0 -c statement_timeout=${statementTimeoutMs}`,
  );
  Object.assign(process.env, { DATABASE_URL: address.href, DIRECT_URL: address.href });
  const filling = new pg.Client({ connectionString: own.url });
  const client = new pg.Client({ connectionString: address.href });
  await Promise.all([filling.connect(), client.connect()]);
  try {
    const { businessId, context } = await findLargestOwner(client);
    const { personId } = context.actor;
    const cases = await openWaitingCases(filling, { businessId, personId, count: Number(values.cases) });
    // Compare with the same line of another machine or moment: other processes slow down both.
    const yardstick = await measureCost(client, {
      text: 'SELECT count(*) FROM generate_series(1, 100000)',
      values: [],
    });
    console.log(
      JSON.stringify({ bench: 'queue', what: 'counting to 100,000', medianMs: rounded(yardstick.ms) }),
    );
    let missed = 0;
    for await (const one of readQueueFigures(client, context, businessId)) {
      const goalMs = one.isCasePage ? caseGoalMs : queueGoalMs;
      const met = one.ms <= goalMs;
      if (!met) missed += 1;
      console.log(
        JSON.stringify({
          bench: 'queue',
          cases,
          payments,
          what: one.what,
          statements: one.statements,
          medianMs: rounded(one.ms),
          p95Ms: rounded(one.p95Ms),
          bestMs: rounded(one.bestMs),
          goalMs,
          met,
          load: rounded(os.loadavg()[0] ?? 0),
        }),
      );
      if (!met && one.slowest !== null) console.log(await explainPlan(client, one.slowest));
    }
    console.log(JSON.stringify({ bench: 'queue', cases, payments, missed }));
  } finally {
    await Promise.all([filling.end(), client.end()]);
    await closeDatabase();
    await own.stop();
  }
});
