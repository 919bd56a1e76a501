import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { listDeskCategories } from '../../settings/queries/desk-categories.ts';
import { listAssignees } from '../../settings/queries/people.ts';
import type { RuleChoices } from '../schema/views.ts';

/**
 * Returns what the form of a rule suggests: people for its cases, and the categories of the owner's list and of recent
 * cases.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function readRuleChoices(context: Context<PersonActor>, business: string): Promise<RuleChoices> {
  const { businessId } = requirePermission(context, business, 'review.work');
  const [people, categories] = await Promise.all([listAssignees(businessId), listDeskCategories(businessId)]);
  return { people, categories };
}
