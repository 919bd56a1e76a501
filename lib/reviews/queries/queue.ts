import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { databasePool } from '#lib/platform/db.ts';
import { paymentsCanBeRead } from '#lib/service/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toDate } from '#lib/values/instant.ts';
import type { QueueCounts, QueuePage, QueueQuery, RiskSource } from '../schema.ts';
import type { QueueSort, QueueView } from '../schema-choices.ts';
import { deskPeople, namesOf } from './people.ts';
import type { QueueRecord } from './queue-row.ts';
import { queueRowFrom, queueRowSelect, readQueueRow } from './queue-row.ts';
import { wholeEur } from './whole-amount.ts';

const pageSize = 50;

/** `$2` is now, `$3` is the person who asks. */
const stillOpen = `c.state IN ('open', 'proposed')`;
const awake = '(c.snoozed_until IS NULL OR c.snoozed_until <= $2)';
const views: Readonly<Record<QueueView, string>> = {
  unassigned: `c.state = 'open' AND c.assignee_id IS NULL AND ${awake}`,
  mine: `${stillOpen} AND c.assignee_id = $3::uuid AND ${awake}`,
  overdue: `${stillOpen} AND c.due_at < $2`,
  open: `${stillOpen} AND ${awake}`,
  second: `c.state = 'proposed' AND NOT EXISTS (SELECT FROM review_decision p WHERE p.business_id = c.business_id
    AND p.case_id = c.case_id AND p.state = 'proposed' AND p.proposed_by = $3::uuid)`,
  snoozed: `${stillOpen} AND NOT ${awake}`,
  disagrees: `c.state = 'decided' AND c.disagrees_at IS NOT NULL`,
  decided: `c.state = 'decided'`,
};

const orders: Readonly<Record<QueueSort, string>> = {
  due: 'c.due_at, c.case_id',
  amount: `${wholeEur} DESC NULLS LAST, c.due_at, c.case_id`,
  newest: 'c.opened_at DESC, c.case_id',
};

/** Counts stop here: nobody works through more. */
const countBound = 10_000;

async function countViews(values: readonly unknown[]): Promise<QueueCounts> {
  const parts = Object.entries(views).map(
    ([view, where]) =>
      `(SELECT count(*)::int FROM (SELECT 1 FROM review_case c WHERE c.business_id = $1::uuid AND ${where}
         AND $2::timestamptz IS NOT NULL AND $3::uuid IS NOT NULL LIMIT ${countBound}) AS bounded) AS "${view}"`,
  );
  const { rows } = await databasePool().query<QueueCounts>(`SELECT ${parts.join(', ')}`, [...values]);
  const counts = rows[0];
  if (counts === undefined) throw new Error('nothing was counted');
  return counts;
}

async function riskSource(businessId: BusinessId): Promise<RiskSource> {
  const { rows } = await databasePool().query<{ recorded: boolean; assessed: boolean }>(
    `SELECT EXISTS (SELECT FROM deposit WHERE business_id = $1::uuid AND record_seen) AS recorded,
            EXISTS (SELECT FROM deposit_risk WHERE business_id = $1::uuid) AS assessed`,
    [businessId],
  );
  const { recorded = false, assessed = false } = rows[0] ?? {};
  return { connected: paymentsCanBeRead(), recorded, assessed };
}

/** A page of the queue, with the counts of every view. Throws Problem 'not-found' or 'forbidden'. */
export async function readQueue(
  context: Context<PersonActor>,
  business: string,
  query: QueueQuery,
): Promise<QueuePage> {
  const { businessId } = requirePermission(context, business, 'review.work');
  const now = context.clock.now();
  const me = context.actor.personId;
  const values = [businessId, toDate(now), me];
  const text = `SELECT ${queueRowSelect} FROM ${queueRowFrom}
    WHERE c.business_id = $1::uuid AND ${views[query.view]}
      AND $2::timestamptz IS NOT NULL AND $3::uuid IS NOT NULL
    ORDER BY ${orders[query.sort]} LIMIT ${pageSize} OFFSET $4`;
  const [{ rows }, counts, source, people] = await Promise.all([
    databasePool().query<QueueRecord>(text, [...values, (query.page - 1) * pageSize]),
    countViews(values),
    riskSource(businessId),
    deskPeople(businessId),
  ]);
  const named = await namesOf(rows.map((row) => row.assigneeId));
  return {
    businessId,
    query,
    rows: rows.map((row) => readQueueRow(row, named)),
    counts,
    pages: Math.max(1, Math.ceil(counts[query.view] / pageSize)),
    source,
    people,
    me,
    now,
  };
}
