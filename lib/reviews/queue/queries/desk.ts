import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { databasePool } from '#lib/database/pools.ts';
import { countBound } from '#lib/lists/model/query.ts';
import { findReadHealth } from '#lib/payments/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { listDeskCategories } from '../../settings/queries/desk-categories.ts';
import { listAssignees } from '../../settings/queries/people.ts';
import type { Desk, WaitingApprovals } from '../schema.ts';
import { queueViews } from '../schema-queue-views.ts';
import { countQueueViews } from './count-queue-views.ts';

/** Returns true if any risk assessment was received. */
async function hasAssessment(businessId: BusinessId): Promise<boolean> {
  const { rows } = await databasePool().query<{ assessed: boolean }>(
    'SELECT EXISTS (SELECT FROM deposit_risk WHERE business_id = $1::uuid) AS assessed',
    [businessId],
  );
  return rows[0]?.assessed ?? false;
}

/** Limit of the reopenings that the queue lists. */
const mostReopenings = 10;

const reopeningRows = z.array(z.object({ caseId: z.string(), number: z.number() }));

/** Returns the proposals of colleagues that the person can approve. */
async function findApprovals(businessId: BusinessId, personId: string): Promise<WaitingApprovals | null> {
  const values = [businessId, personId];
  const [settings, found] = await Promise.all([
    databasePool().query(
      `SELECT FROM proposal
        WHERE business_id = $1::uuid AND kind = 'review-desk' AND state = 'proposed' AND proposed_by <> $2::uuid`,
      values,
    ),
    // A reopening of a replaced decision needs no approval.
    databasePool().query(
      `SELECT c.case_id AS "caseId", c.number FROM proposal r
         JOIN review_case c ON c.business_id = r.business_id AND c.case_id = (r.after ->> 'caseId')::uuid
          AND c.decision_id::text = r.subject
        WHERE r.business_id = $1::uuid AND r.kind = 'reopening' AND r.state = 'proposed' AND c.state = 'decided'
          AND r.proposed_by <> $2::uuid
        ORDER BY r.proposed_at LIMIT ${mostReopenings}`,
      values,
    ),
  ]);
  const reopenings = reopeningRows.parse(found.rows);
  if (settings.rowCount === 0 && reopenings.length === 0) return null;
  return { settings: settings.rowCount !== 0, reopenings };
}

/**
 * Returns the counts of the views, the people and risk categories of the desk, and whether data that flags deposits arrives.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function readDesk(context: Context<PersonActor>, business: string): Promise<Desk> {
  const { businessId } = requirePermission(context, business, 'review.work');
  const { personId } = context.actor;
  const [counts, people, categories, health, assessed, approvals] = await Promise.all([
    countQueueViews(context, businessId, queueViews, countBound),
    listAssignees(businessId),
    listDeskCategories(businessId),
    findReadHealth(context, businessId),
    hasAssessment(businessId),
    findApprovals(businessId, personId),
  ]);
  return {
    counts,
    bound: countBound,
    source: { ...health, assessed },
    people,
    categories,
    me: personId,
    approvals,
  };
}
