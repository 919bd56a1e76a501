import 'server-only';
import * as z from 'zod';
import { databasePool } from './pools.ts';

/** Planner cost of about 2,000 scattered rows, or 10,000 index entries. */
const maximumPageCost = 9_000;

/** A plan node with its total cost, expected rows and row filter. */
type Node = {
  readonly cost: number;
  readonly rows: number;
  readonly filter: string;
  readonly parts: readonly Node[];
};

/** Turns a key such as `Total Cost` into `TotalCost`. */
const removeSpacesFromKeys = (plan: unknown): unknown =>
  typeof plan === 'object' && plan !== null
    ? Object.fromEntries(Object.entries(plan).map(([key, value]) => [key.replaceAll(' ', ''), value]))
    : plan;

const node: z.ZodType<Node> = z.lazy(() =>
  z
    .preprocess(
      removeSpacesFromKeys,
      z.object({
        TotalCost: z.number(),
        PlanRows: z.number(),
        Filter: z.string().default(''),
        Plans: z.array(node).default([]),
      }),
    )
    .transform((plan) => ({
      cost: plan.TotalCost,
      rows: plan.PlanRows,
      filter: plan.Filter,
      parts: plan.Plans,
    })),
);
const explainRows = z.array(z.object({ 'QUERY PLAN': z.array(z.object({ Plan: node })) }));

async function explain(text: string, values: readonly unknown[]): Promise<Node | undefined> {
  const { rows } = await databasePool().query(`EXPLAIN (FORMAT JSON) ${text}`, [...values]);
  return explainRows.parse(rows)[0]?.['QUERY PLAN'][0]?.Plan;
}

/**
 * Returns whether the planner expects a cheap statement. Use it for independent conditions only: the planner doesn't
 * know that an amount and its currency belong together.
 */
export async function isPlanCheap(
  text: string,
  values: readonly unknown[],
  maximumCost = maximumPageCost,
): Promise<boolean> {
  const plan = await explain(text, values);
  return plan !== undefined && plan.cost <= maximumCost;
}

/**
 * Returns whether a statement with a LIMIT is cheap wherever its rows are: indexes answer it, or filtering all rows
 * is cheap.
 */
export async function isAnsweredByIndex(
  text: string,
  values: readonly unknown[],
  /** Highest accepted cost, where it exceeds that of a page. */
  maximumCost = maximumPageCost,
): Promise<boolean> {
  const plan = await explain(text, values);
  const isBounded = ({ filter, cost: total, parts }: Node): boolean =>
    (filter === '' || total <= maximumCost) && parts.every(isBounded);
  return plan !== undefined && plan.cost <= maximumCost && isBounded(plan);
}

/** Returns how many rows the planner expects of each query. Queries end with a LIMIT, which bounds the figure. */
export async function estimateRows(
  queries: readonly string[],
  values: readonly unknown[],
): Promise<readonly number[]> {
  if (queries.length === 0) return [];
  const plan = await explain(queries.map((query) => `(${query})`).join(' UNION ALL '), values);
  const parts = queries.length === 1 ? [plan] : plan?.parts;
  return parts?.length === queries.length ? parts.map((part) => part?.rows ?? 0) : [];
}
