import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { database } from '#lib/database/pools.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { findProposal, listProposals } from '#lib/proposals/index.ts';
import { deskProposals } from '../../settings/desk-proposals.ts';
import { ruleProposals } from '../rule-proposals.ts';
import type { DeskProposals } from '../schema/waiting.ts';

/**
 * Returns the proposals of the desk that wait: its settings and its rules.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function listDeskProposals(
  context: Context<PersonActor>,
  business: string,
): Promise<DeskProposals> {
  const { businessId } = requirePermission(context, business, 'review.work');
  const [settings, rules] = await Promise.all([
    findProposal(context, deskProposals, businessId),
    listProposals(context, ruleProposals, businessId),
  ]);
  const texts = await database().reviewRuleText.findMany({
    where: { businessId, OR: rules.map(({ subject, after }) => ({ ruleId: subject, number: after.number })) },
    select: { ruleId: true, name: true },
  });
  const names = new Map(texts.map(({ ruleId, name }) => [ruleId, name]));
  return { settings, rules: rules.map((rule) => ({ ...rule, name: names.get(rule.subject) ?? '' })) };
}
