import 'server-only';
import * as z from 'zod';
import { databasePool } from './pools.ts';

/** In the planner's units: some two thousand rows here and there, or ten thousand entries of an index. */
const cheap = 9_000;

type Node = { readonly cost: number; readonly filter: string; readonly parts: readonly Node[] };

/** A step of a plan: what it costs to its last row, and what it has to look at in each. */
const node: z.ZodType<Node> = z.lazy(() =>
  z
    .object({ 'Total Cost': z.number(), Filter: z.string().default(''), Plans: z.array(node).default([]) })
    .transform((given) => ({ cost: given['Total Cost'], filter: given.Filter, parts: given.Plans })),
);
const told = z.array(z.object({ 'QUERY PLAN': z.array(z.object({ Plan: node })) }));

async function planOf(text: string, values: readonly unknown[]): Promise<Node | undefined> {
  const { rows } = await databasePool().query(`EXPLAIN (FORMAT JSON) ${text}`, [...values]);
  return told.parse(rows)[0]?.['QUERY PLAN'][0]?.Plan;
}

/**
 * Whether the planner takes a statement for quick. Only for conditions of which it knows how many rows have them:
 * it takes an amount and its currency for unrelated.
 */
export async function isCheap(text: string, values: readonly unknown[], most = cheap): Promise<boolean> {
  const plan = await planOf(text, values);
  return plan !== undefined && plan.cost <= most;
}

/**
 * Whether a statement that ends at so many rows is quick wherever they stand: indexes answer it by themselves, or
 * what has to be looked at row by row is cheap to the last of them.
 */
export async function answersByIndex(
  text: string,
  values: readonly unknown[],
  /** What it may cost, where more than a page's statement is worth it. */
  most = cheap,
): Promise<boolean> {
  const plan = await planOf(text, values);
  const isBounded = ({ filter, cost: all, parts }: Node): boolean =>
    (filter === '' || all <= most) && parts.every(isBounded);
  return plan !== undefined && plan.cost <= most && isBounded(plan);
}
