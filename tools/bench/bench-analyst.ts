import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { AnalystWorkflow, CaseWork } from './analyst-browser.ts';
import { analystWorkflows, workOnCases } from './analyst-browser.ts';
import { endServer, startServer } from './child.ts';
import type { FinanceTask } from './finance-browser.ts';
import { workOnMonth } from './finance-browser.ts';
import { formatGoal } from './goals.ts';
import { openWindow, signInBrowser } from './pages-browser.ts';
import type { Client } from './pages-database.ts';
import { connectTo } from './pages-database.ts';
import { startPagesProduct } from './pages-folder.ts';
import { median } from './pages-requests.ts';
import { requireBuild } from './require-build.ts';

/** Counts the open cases without an assignee about held deposits. The seed has opened them. */
async function countHeldCases(client: Client, businessId: string): Promise<number> {
  const { rowCount } = await client.query(
    `SELECT FROM review_case c JOIN deposit d ON d.business_id = c.business_id AND d.deposit_id = c.subject_id
      WHERE c.business_id = $1 AND c.subject_kind = 'deposit' AND c.state = 'open' AND c.assignee_id IS NULL
        AND d.status IN ('BLOCKED', 'COMPLIANCE_REVIEW')`,
    [businessId],
  );
  return rowCount ?? 0;
}

/** Opens a case for the newest deposits without one, as a person would. Returns their number. */
async function openAnalystCases(client: Client, businessId: string, count: number): Promise<number> {
  const { rowCount } = await client.query(
    `WITH opened AS (
       INSERT INTO review_case (business_id, subject_kind, subject_id, opened_at, due_at, changed_at)
       SELECT d.business_id, 'deposit', d.deposit_id, now(), now() + interval '24 hours', now() FROM deposit d
        WHERE d.business_id = $1 AND NOT EXISTS (SELECT FROM review_case c WHERE c.business_id = d.business_id
          AND c.subject_kind = 'deposit' AND c.subject_id = d.deposit_id)
        ORDER BY d.sort_at DESC, d.deposit_id DESC LIMIT $2
       RETURNING business_id, case_id)
     INSERT INTO review_fact (business_id, case_id, kind, seen_at, detail)
     SELECT business_id, case_id, 'manual', now(), '{"reason": "Opened by the benchmark"}' FROM opened`,
    [businessId, count],
  );
  return rowCount ?? 0;
}

/**
 * `npm run bench:analyst [-- --cases N] [--payments N] [--ways keep,finance]` works on review cases in Chromium, by keyboard only: open, read,
 * write a note, decide, next. It does so beside the queue, and on the page of each case for comparison. Then it maintains
 * the hold of blocked deposits. At last it works through a month of finance: a workbook, exceptions, the statement and its
 * close. The database is that of `bench:pages`; each run opens new cases. Prints JSON lines: clicks, keystrokes, typed
 * characters and seconds, and exits with 1 if a task takes more than its goal.
 */
const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '80' },
    exceptions: { type: 'string', default: '20' },
    ways: { type: 'string', default: [...analystWorkflows, 'finance'].join() },
    payments: { type: 'string', default: '10000' },
  },
});
const cases = Number(values.cases);
/** The most keys for maintaining a hold, from the open queue to the next case. */
const mostKeepKeys = 10;
const rounded = (value: number) => Math.round(value * 100) / 100;

function report(way: AnalystWorkflow, work: readonly CaseWork[]): void {
  const figures = {
    keystrokes: work.map(({ keys }) => keys),
    'typed characters': work.map(({ characters }) => characters),
    seconds: work.map(({ seconds }) => seconds),
  };
  for (const [what, taken] of Object.entries(figures))
    console.log(
      JSON.stringify({
        bench: 'analyst',
        way,
        what: `${what} a case`,
        figure: rounded(median(taken)),
        worst: rounded(Math.max(...taken)),
        cases: work.length,
        load: rounded(os.loadavg()[0] ?? 0),
      }),
    );
}

function checkGoal(goal: Parameters<typeof formatGoal>[0]): void {
  console.log(JSON.stringify(formatGoal(goal)));
  if (goal.figure === null || goal.figure > (goal.atMost ?? 0)) process.exitCode = 1;
}

/** Files are made by the worker. */
async function workOnFinance(
  { address, signIn, environment }: Awaited<ReturnType<typeof startPagesProduct>>,
  stateFile: string,
): Promise<void> {
  const worker = startServer('scripts/worker.ts', environment, `${stateFile}.worker.log`);
  const desk = await signInBrowser(address, signIn, stateFile);
  const tasks: FinanceTask[] = [];
  try {
    const { context, page } = await openWindow(desk, address);
    await workOnMonth(page, desk.businessId, Number(values.exceptions), (task) => tasks.push(task));
    await context.close();
  } finally {
    await desk.browser.close();
    await endServer(worker);
  }
  for (const [task, done] of Map.groupBy(tasks, (one) => one.task)) {
    const figure = (of: 'clicks' | 'keys' | 'characters' | 'seconds') =>
      rounded(median(done.map((one) => one[of])));
    const [clicks, keys, characters] = [figure('clicks'), figure('keys'), figure('characters')];
    const load = rounded(os.loadavg()[0] ?? 0);
    console.log(
      JSON.stringify({
        ...{ bench: 'analyst', way: 'finance', what: task, clicks, keys, characters },
        ...{ seconds: figure('seconds'), times: done.length, load },
      }),
    );
    checkGoal({ of: `clicks or keys: ${task}`, figure: clicks + keys, atMost: done[0]?.most ?? 0 });
  }
}

await requireBuild();
const place = await startPagesProduct(Number(values.payments));
const stateFile = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'countinghouse-bench-')), 'signed-in.json');
const client = await connectTo(place.url);
try {
  for (const way of analystWorkflows.filter((one) => values.ways.split(',').includes(one))) {
    // Two people need a recent authentication, which ends after 15 minutes.
    const desk = await signInBrowser(place.address, place.signIn, stateFile);
    const opened =
      way === 'keep'
        ? Math.min(cases, await countHeldCases(client, desk.businessId))
        : await openAnalystCases(client, desk.businessId, cases);
    if (opened === 0 || (opened < cases && way !== 'keep'))
      throw new Error(`only ${opened} cases can be worked on: use more payments`);
    const { context, page } = await openWindow(desk, place.address);
    const work: CaseWork[] = [];
    await workOnCases(page, desk.businessId, way, opened, (one) => work.push(one));
    report(way, work);
    if (way === 'keep')
      checkGoal({
        of: 'keystrokes to maintain a hold, at worst',
        figure: Math.max(...work.map(({ keys }) => keys)),
        atMost: mostKeepKeys,
      });
    await context.close();
    await desk.browser.close();
  }
  if (values.ways.split(',').includes('finance')) await workOnFinance(place, stateFile);
} finally {
  await client.end();
  await place.end();
  fs.rmSync(path.dirname(stateFile), { recursive: true, force: true });
}
