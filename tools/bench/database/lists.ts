import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import * as z from 'zod';
import type { Cost } from './explain.ts';
import { explainPlan, measureCost } from './explain.ts';
import { ownerOfMost } from './owner.ts';
import type { Read } from './page-reads.ts';
import { readsOfPages } from './page-reads.ts';
import type { Sent } from './record-statements.ts';
import { recordStatements } from './record-statements.ts';

/** No statement of a page should take longer, however much there is. */
const limitMs = 20;

export type Measurement = {
  readonly page: string;
  readonly what: string;
  readonly alike: string;
  readonly statements: number;
  /** How many rows it answered and counted, where it is a list. */
  readonly size: number | null;
  /** No index leads to its rows: it goes through the list in stretches, each a statement of its own. */
  readonly walks: boolean;
  /** The database's share: all statements of the read, and the slowest of them. */
  readonly ms: number;
  readonly slowest: Cost;
  readonly statement: Sent;
};

/** As `walkedRows` writes it, of whatever the list is made: so many rows of it, to be looked at one by one. */
const isWalk = (text: string): boolean => /\(SELECT (\w+)\.\* FROM .* LIMIT \d{3,}\) \1\b/s.test(text);

/** When the row in the middle of a list came: most of payments, of cases by when they are due. `$1` is the business. */
const middleOf = (page: string): string => {
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

/** The deep page as it is in the middle of its list, wherever the page was that it was recorded behind. */
async function inTheMiddle(client: pg.Client, business: string, read: Read): Promise<(sent: Sent) => Sent> {
  if (read.what !== 'deep page') return (sent) => sent;
  const { rows } = await client.query<{ micros: string }>(
    `SELECT (extract(epoch from at) * 1000000)::bigint::text AS micros FROM (${middleOf(read.page)}) AS middle`,
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

/** How many rows a read answered and counted; null where it is neither a list nor a count. */
const sizeOf = (result: unknown): number | null => answered.safeParse(result).data ?? null;

/** Measures every statement of every page for one business as its owner sees it; `tell` gets each as it is known. */
export async function measurePages(
  url: string,
  /** The pages to measure; null: all of them. */
  wanted: readonly string[] | null,
  tell: (measured: Measurement) => void,
): Promise<{
  payments: number;
  measured: Measurement[];
  plans: (count: number) => Promise<readonly string[]>;
  end: () => Promise<void>;
}> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { businessId, payments, context } = await ownerOfMost(client);
  const measured: Measurement[] = [];
  const reads = await readsOfPages(client, context, businessId);
  // That a whole list has more rows than are counted is found at its first visit, and for good; what else is kept is
  // forgotten before anything is measured.
  for (const { alike, run } of reads) if (alike === 'first page') await recordStatements(run);
  await setTimeout(2_500);
  for (const read of reads) {
    const { page, what, alike, run } = read;
    if (wanted !== null && !wanted.includes(page)) continue;
    const { sent, result } = await recordStatements(run);
    const placed = await inTheMiddle(client, businessId, read);
    const costs: { cost: Cost; statement: Sent }[] = [];
    for (const one of sent.filter(({ text }) => /^[\s(]*(SELECT|WITH)/i.test(text))) {
      const statement = placed(one);
      costs.push({ cost: await measureCost(client, statement), statement });
    }
    const slowest = costs.toSorted((left, right) => right.cost.ms - left.cost.ms)[0];
    if (!slowest) continue;
    const ms = costs.reduce((sum, { cost }) => sum + cost.ms, 0);
    const one = {
      page,
      what,
      alike,
      statements: costs.length,
      size: sizeOf(result),
      walks: costs.some(({ statement: { text } }) => isWalk(text)),
      ms,
      slowest: slowest.cost,
      statement: slowest.statement,
    };
    measured.push(one);
    tell(one);
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
            async ({ page, what, statement }) =>
              `${page} ${what}\n${statement.text}\n${await explainPlan(client, statement)}`,
          ),
      ),
    end: () => client.end(),
  };
}

export const isSlow = ({ slowest }: Measurement): boolean => slowest.ms > limitMs;
