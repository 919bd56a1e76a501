import type pg from 'pg';
import * as z from 'zod';
import type { Cost } from './explain.ts';
import { explainPlan, measureCost } from './explain.ts';
import { findLargestOwner } from './owner.ts';
import type { PageRead } from './page-reads.ts';
import { listPageReads } from './page-reads.ts';
import type { RecordedStatement } from './record-statements.ts';
import { recordStatements } from './record-statements.ts';

/** A slower statement is reported. */
const limitMs = 50;

export type Measurement = {
  readonly page: string;
  readonly name: string;
  readonly group: string;
  readonly statements: number;
  /** Number of rows that a list returned and counted. */
  readonly size: number | null;
  /** The database time of the read: the total of its statements, and the slowest of them. */
  readonly ms: number;
  readonly slowest: Cost;
  readonly statement: RecordedStatement;
};

/**
 * Returns SQL for the time in the middle of a list: for payments and most others the creation, for cases the due
 * time. `$1` is the business.
 */
const findMiddle = (page: string): string => {
  switch (page) {
    case 'audit':
      return `SELECT at FROM audit_entry WHERE chain_id = $1
         AND sequence = (SELECT sequence / 2 FROM audit_head WHERE chain_id = $1)`;
    case 'reviews':
      return `SELECT due_at AS at FROM review_case WHERE business_id = $1 AND state IN ('open', 'proposed') ORDER BY due_at
       OFFSET (SELECT count(*) / 2 FROM review_case WHERE business_id = $1 AND state IN ('open', 'proposed')) LIMIT 1`;
    default:
      return `SELECT sort_at AS at FROM payment
        WHERE business_id = $1 AND sort_at > now() - interval '200 days' ORDER BY sort_at, payment_id LIMIT 1`;
  }
};

/** Moves the cursor of a recorded deep page to the middle of its list. */
async function findMiddleCursor(
  client: pg.Client,
  business: string,
  read: PageRead,
): Promise<(sent: RecordedStatement) => RecordedStatement> {
  if (read.name !== 'deep page') return (sent) => sent;
  const { rows } = await client.query<{ micros: string }>(
    `SELECT (extract(epoch from at) * 1000000)::bigint::text AS micros FROM (${findMiddle(read.page)}) AS middle`,
    [business],
  );
  const place = rows[0];
  if (!place) return (sent) => sent;
  return (sent) => ({
    ...sent,
    values: sent.values.map((value) => (/^\d{16}$/.test(String(value)) ? place.micros : value)),
  });
}

const counted = z.object({ count: z.number() }).transform(({ count }) => count);
const answered = z.union([
  z
    .object({ rows: z.array(z.unknown()), count: counted.nullish() })
    .transform(({ rows, count }) => rows.length + (count ?? 0)),
  counted,
  z
    .object({ verdicts: z.array(counted) })
    .transform(({ verdicts }) => verdicts.reduce((sum, count) => sum + count, 0)),
]);

/** Returns the number of rows that a read returned and counted, or null where it is neither a list nor a count. */
const readSize = (result: unknown): number | null => answered.safeParse(result).data ?? null;

/** Measures every statement of every page for one business, as its owner sees it. `report` receives each result. */
export async function measurePages(
  client: pg.Client,
  /** The pages to measure, or null for all. */
  selectedPages: readonly string[] | null,
  report: (measured: Measurement) => void,
): Promise<{
  payments: number;
  measured: Measurement[];
  plans: (count: number) => Promise<readonly string[]>;
}> {
  const { businessId, payments, context } = await findLargestOwner(client);
  const measured: Measurement[] = [];
  const reads = await listPageReads(client, context, businessId);
  for (const read of reads) {
    const { page, name, group, run } = read;
    if (selectedPages !== null && !selectedPages.includes(page)) continue;
    const { sent, result } = await recordStatements(run);
    const placed = await findMiddleCursor(client, businessId, read);
    const costs: { cost: Cost; statement: RecordedStatement }[] = [];
    for (const one of sent.filter(({ text }) => /^[\s(]*(SELECT|WITH)/i.test(text))) {
      const statement = placed(one);
      costs.push({ cost: await measureCost(client, statement), statement });
    }
    const slowest = costs.toSorted((left, right) => right.cost.ms - left.cost.ms)[0];
    if (!slowest) continue;
    const ms = costs.reduce((sum, { cost }) => sum + cost.ms, 0);
    const one = {
      page,
      name,
      group,
      statements: costs.length,
      size: readSize(result),
      ms,
      slowest: slowest.cost,
      statement: slowest.statement,
    };
    measured.push(one);
    report(one);
  }
  const worst = measured.toSorted((left, right) => right.slowest.ms - left.slowest.ms);
  return {
    payments,
    measured,
    plans: (count) =>
      Promise.all(
        worst
          .slice(0, count)
          .map(
            async ({ page, name, statement }) =>
              `${page} ${name}\n${statement.text}\n${await explainPlan(client, statement)}`,
          ),
      ),
  };
}

export const isSlow = ({ slowest }: Measurement): boolean => slowest.ms > limitMs;
