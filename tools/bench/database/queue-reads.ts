import type pg from 'pg';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { readCaseWithContent } from '#lib/reports/index.ts';
import { takeNext } from '#lib/reviews/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Cost } from './explain.ts';
import { measureCost } from './explain.ts';
import { listPageReads } from './page-reads.ts';
import type { RecordedStatement } from './record-statements.ts';
import { recordStatements } from './record-statements.ts';

/** Goal for one statement of the queue, in milliseconds. */
export const queueGoalMs = 20;
/** Goal for all statements of the page of a case, in milliseconds. The page needs the rest of its 300 ms itself. */
export const caseGoalMs = 200;

/** The cost of a read: its slowest statement in the queue, and all statements together on the page of a case. */
type QueueFigure = {
  readonly what: string;
  readonly isCasePage: boolean;
  /** Null for an action, which is measured as a whole with its transaction. */
  readonly statements: number | null;
  readonly ms: number;
  readonly bestMs: number;
  readonly p95Ms: number;
  readonly slowest: RecordedStatement | null;
};

/** Case pages that are measured. */
const measuredCases = 20;

const isRead = ({ text }: RecordedStatement): boolean => /^[\s(]*(SELECT|WITH)/i.test(text);

async function measureAll(client: pg.Client, sent: readonly RecordedStatement[]) {
  const costs: { readonly cost: Cost; readonly statement: RecordedStatement }[] = [];
  for (const statement of sent.filter(isRead))
    costs.push({ cost: await measureCost(client, statement), statement });
  return costs.toSorted((left, right) => right.cost.ms - left.cost.ms);
}

/** Measures the time of some runs, after one to warm up. */
async function measureRuns(run: () => Promise<unknown>) {
  await run();
  const times: number[] = [];
  for (let runs = 0; runs < 21; runs += 1) {
    const begun = performance.now();
    await run();
    times.push(performance.now() - begun);
  }
  const sorted = times.toSorted((left, right) => left - right);
  return { ms: sorted[10] ?? 0, bestMs: sorted[0] ?? 0, p95Ms: sorted[19] ?? 0 };
}

/** Measures each order, filter, search, count and view of the queue, "Take next", and the pages of some cases. */
export async function* readQueueFigures(
  client: pg.Client,
  context: Context<PersonActor>,
  businessId: BusinessId,
): AsyncGenerator<QueueFigure> {
  const all = await listPageReads(client, context, businessId);
  const reads = all.filter(({ page }) => page === 'reviews').map(({ name, run }) => ({ what: name, run }));
  for (const { what, run } of reads) {
    const { sent } = await recordStatements(run);
    const costs = await measureAll(client, sent);
    const [slowest] = costs;
    if (slowest === undefined) continue;
    const { ms, bestMs, p95Ms } = slowest.cost;
    yield {
      what,
      isCasePage: false,
      statements: costs.length,
      ms,
      bestMs,
      p95Ms,
      slowest: slowest.statement,
    };
  }
  const taken = await measureRuns(() => takeNext(context, { businessId }));
  yield { what: 'take next', isCasePage: false, statements: null, ...taken, slowest: null };
  const { rows } = await client.query<{ id: string }>(
    `SELECT case_id::text AS id FROM review_case WHERE business_id = $1 AND state <> 'merged'
      ORDER BY case_id LIMIT ${measuredCases}`,
    [businessId],
  );
  for (const [index, { id }] of rows.entries()) {
    const { sent } = await recordStatements(() => readCaseWithContent(context, businessId, id));
    const costs = await measureAll(client, sent);
    const sum = (of: (cost: Cost) => number) => costs.reduce((total, { cost }) => total + of(cost), 0);
    yield {
      what: `case page ${index + 1}`,
      isCasePage: true,
      statements: costs.length,
      ms: sum(({ ms }) => ms),
      bestMs: sum(({ bestMs }) => bestMs),
      p95Ms: sum(({ p95Ms }) => p95Ms),
      slowest: costs[0]?.statement ?? null,
    };
  }
}
