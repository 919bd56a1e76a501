import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { databasePool } from '#lib/database/pools.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { listAssignees } from '../../queries/people.ts';
import { readCategories } from '../../store/categories.ts';
import type { RuleChoices } from '../schema/views.ts';

/** The newest cases whose categories are suggested. */
const casesRead = 1_000;

/** Returns the categories of the newest cases. */
async function listRecentCategories(businessId: BusinessId): Promise<readonly string[]> {
  const { rows } = await databasePool().query(
    `SELECT DISTINCT c.risk_category AS name FROM (
       SELECT risk_category FROM review_case WHERE business_id = $1::uuid ORDER BY number DESC LIMIT ${casesRead}) AS c
      WHERE c.risk_category <> '' ORDER BY 1 LIMIT 200`,
    [businessId],
  );
  return z
    .array(z.object({ name: z.string() }))
    .parse(rows)
    .map(({ name }) => name);
}

/**
 * Returns what the form of a rule suggests: people for its cases, and the categories of the owner's list and of recent
 * cases.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function readRuleChoices(context: Context<PersonActor>, business: string): Promise<RuleChoices> {
  const { businessId } = requirePermission(context, business, 'review.work');
  const [people, own, recent] = await Promise.all([
    listAssignees(businessId),
    readCategories(businessId),
    listRecentCategories(businessId),
  ]);
  return { people, categories: [...new Set([...own, ...recent])] };
}
