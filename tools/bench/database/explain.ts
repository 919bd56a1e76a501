import type pg from 'pg';
import * as z from 'zod';
import type { Sent } from './record-statements.ts';
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
  /** Planning and execution in the database, median of the runs. */
  readonly ms: number;
  /** Pages of the database that were looked at. */
  readonly blocks: number;
};

/** A statement that takes longer is stopped, and counts as this long. */
export const statementTimeoutMs = 4_000;

async function runOnce(client: pg.Client, { text, values }: Sent): Promise<Cost> {
  const { rows } = await client.query(`EXPLAIN (ANALYZE, TIMING OFF, BUFFERS, FORMAT JSON) ${text}`, [
    ...values,
  ]);
  const told = plan.parse(rows)[0]?.['QUERY PLAN'][0];
  if (told === undefined) throw new Error('the database explained nothing');
  return {
    ms: told['Planning Time'] + told['Execution Time'],
    blocks: told.Plan['Shared Hit Blocks'] + told.Plan['Shared Read Blocks'],
  };
}

/** So often a statement is run: a short one more often, for its time hangs on what else the machine does. */
function runsOf({ ms }: Cost): number {
  if (ms < 2) return 41;
  return ms < 5 ? 11 : 3;
}

/** What the database itself takes for a statement, without the way to it: the median of some runs, after one to warm up. */
export async function measureCost(client: pg.Client, sent: Sent): Promise<Cost> {
  const measured: Cost[] = [];
  try {
    const first = await runOnce(client, sent);
    if (first.ms > statementTimeoutMs / 4) return first;
    for (let run = 0; run < runsOf(first); run += 1) measured.push(await runOnce(client, sent));
  } catch (error) {
    if (!isStatementTimeout(error)) throw error;
    return { ms: statementTimeoutMs, blocks: 0 };
  }
  const sorted = measured.toSorted((left, right) => left.ms - right.ms);
  return sorted[Math.floor(sorted.length / 2)] ?? { ms: 0, blocks: 0 };
}

/** The plan as people read it, with what it really took. */
export async function explainPlan(client: pg.Client, { text, values }: Sent): Promise<string> {
  await client.query('SET statement_timeout = 0');
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, BUFFERS) ${text}`, [
    ...values,
  ]);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
