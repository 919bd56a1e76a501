import type pg from 'pg';
import * as z from 'zod';
import type { RecordedStatement } from './record-statements.ts';
import { isStatementTimeout } from './record-statements.ts';

const plan = z.array(
  z.object({
    'QUERY PLAN': z.array(
      z.object({
        'Planning Time': z.number(),
        'Execution Time': z.number(),
        Plan: z.looseObject({ 'Shared Hit Blocks': z.number(), 'Shared Read Blocks': z.number() }),
      }),
    ),
  }),
);

export type Cost = {
  /** Planning and execution time in the database, median of the runs. */
  readonly ms: number;
  /** The fastest and the 95th percentile of the same runs. */
  readonly bestMs: number;
  readonly p95Ms: number;
  /** Database pages that were read. */
  readonly blocks: number;
};

/** A slower statement is stopped, and counts as this long. */
export const statementTimeoutMs = 4_000;

type Run = Omit<Cost, 'bestMs' | 'p95Ms'>;

async function runOnce(client: pg.Client, { text, values }: RecordedStatement): Promise<Run> {
  const { rows } = await client.query(`EXPLAIN (ANALYZE, TIMING OFF, BUFFERS, FORMAT JSON) ${text}`, [
    ...values,
  ]);
  const planRow = plan.parse(rows)[0]?.['QUERY PLAN'][0];
  if (planRow === undefined) throw new Error('the database explained nothing');
  return {
    ms: planRow['Planning Time'] + planRow['Execution Time'],
    blocks: planRow.Plan['Shared Hit Blocks'] + planRow.Plan['Shared Read Blocks'],
  };
}

/**
 * Number of runs of a statement. Short statements run more often, because the load of the machine affects them
 * more.
 */
function countRuns({ ms }: Run): number {
  if (ms < 2) return 41;
  return ms < 5 ? 11 : 3;
}

/** Measures the database time of a statement without the network: the median of some runs, after one to warm up. */
export async function measureCost(client: pg.Client, sent: RecordedStatement): Promise<Cost> {
  const measured: Run[] = [];
  try {
    const first = await runOnce(client, sent);
    if (first.ms > statementTimeoutMs / 4) return { ...first, bestMs: first.ms, p95Ms: first.ms };
    for (let run = 0; run < countRuns(first); run += 1) measured.push(await runOnce(client, sent));
  } catch (error) {
    if (!isStatementTimeout(error)) throw error;
    return { ms: statementTimeoutMs, bestMs: statementTimeoutMs, p95Ms: statementTimeoutMs, blocks: 0 };
  }
  const sorted = measured.toSorted((left, right) => left.ms - right.ms);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? { ms: 0, blocks: 0 };
  return { ...middle, bestMs: sorted[0]?.ms ?? 0, p95Ms: sorted[Math.floor(sorted.length * 0.95)]?.ms ?? 0 };
}

/** Returns the plan as text, with actual times and rows. */
export async function explainPlan(client: pg.Client, { text, values }: RecordedStatement): Promise<string> {
  await client.query('SET statement_timeout = 0');
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, BUFFERS) ${text}`, [
    ...values,
  ]);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
