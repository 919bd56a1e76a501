import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build, isBuilt } from '#scripts/build.ts';
import type { AnalystWorkflow, CaseWork } from './analyst-browser.ts';
import { analystWorkflows, workOnCases } from './analyst-browser.ts';
import { formatGoal } from './goals.ts';
import { openWindow, signInBrowser } from './pages-browser.ts';
import type { Client } from './pages-database.ts';
import { connectTo } from './pages-database.ts';
import { startPagesProduct } from './pages-folder.ts';
import { median } from './pages-requests.ts';

/** The deposits whose hold can be maintained. */
const held = `d.status IN ('BLOCKED', 'COMPLIANCE_REVIEW')`;

/** Opens a case for the newest deposits without one, as a person would. Returns their number. */
async function openAnalystCases(
  client: Client,
  businessId: string,
  way: AnalystWorkflow,
  count: number,
): Promise<number> {
  const { rowCount } = await client.query(
    `WITH opened AS (
       INSERT INTO review_case (business_id, subject_kind, subject_id, opened_at, due_at, changed_at)
       SELECT d.business_id, 'deposit', d.deposit_id, now(), now() + interval '24 hours', now() FROM deposit d
        WHERE d.business_id = $1 AND ${way === 'keep' ? held : 'true'} AND NOT EXISTS (SELECT FROM review_case c WHERE c.business_id = d.business_id
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
 * `npm run bench:analyst [-- --cases N] [--payments N]` works on review cases in Chromium, by keyboard only: open, read,
 * write a note, decide, next. It does so beside the queue, and on the page of each case for comparison. Then it maintains
 * the hold of blocked deposits. The database is that of `bench:pages`; each run opens new cases. Prints JSON lines:
 * keystrokes, typed characters and seconds a case, and exits with 1 if maintaining a hold takes more keys than its goal.
 */
const { values } = parseArgs({
  options: { cases: { type: 'string', default: '80' }, payments: { type: 'string', default: '10000' } },
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

if (!isBuilt()) await build({ shown: 'kept back' });
const place = await startPagesProduct(Number(values.payments));
const stateFile = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'countinghouse-bench-')), 'signed-in.json');
const client = await connectTo(place.url);
try {
  for (const way of analystWorkflows) {
    // Two people need a recent authentication, which ends after 15 minutes.
    const desk = await signInBrowser(place.address, place.signIn, stateFile);
    const opened = await openAnalystCases(client, desk.businessId, way, cases);
    if (opened < cases) throw new Error(`only ${opened} deposits have no case: use more payments`);
    const { context, page } = await openWindow(desk, place.address);
    const work: CaseWork[] = [];
    await workOnCases(page, desk.businessId, way, cases, (one) => work.push(one));
    report(way, work);
    if (way === 'keep') {
      const goal = {
        of: 'keystrokes to maintain a hold',
        figure: median(work.map(({ keys }) => keys)),
        atMost: mostKeepKeys,
      };
      console.log(JSON.stringify(formatGoal(goal)));
      if (goal.figure > goal.atMost) process.exitCode = 1;
    }
    await context.close();
    await desk.browser.close();
  }
} finally {
  await client.end();
  await place.end();
  fs.rmSync(path.dirname(stateFile), { recursive: true, force: true });
}
