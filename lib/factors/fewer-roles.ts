import 'server-only';
import type * as z from 'zod';
import { lockMembersWith, requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { queueTeamNotice } from '#lib/mail/index.ts';
import { tFactorProblems } from '#lib/messages/factors.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { answerProposal, insertProposal, lockSetting } from '#lib/proposals/index.ts';
import type { answerProposalForm } from '#lib/proposals/schema.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import { storableText } from '#lib/values/storable-text.ts';
import { defaultRequiredRoles } from './model.ts';
import { requireFullAuthentication } from './reauthenticate.ts';
import { roleProposals } from './role-proposals.ts';
import type { proposeFewerRolesForm } from './schema.ts';

/**
 * Proposes that fewer roles need a second factor. This weakens the business, so it takes effect only when another owner
 * or an approver approves it. They get a mail. Owners and compliance always need one.
 *
 * @throws Problem 'reauthentication-required', 'invalid' without a reason, and 'conflict' if no role would be removed,
 * another proposal is open, or no other person could approve it
 */
export async function proposeFewerRoles(
  context: Context<PersonActor>,
  { businessId: business, roles, reason }: z.output<typeof proposeFewerRolesForm>,
): Promise<{ readonly proposalId: string }> {
  const { businessId } = requirePermission(context, business, 'team.manage');
  await requireFullAuthentication(context);
  const { personId } = context.actor;
  const to = [...new Set([...roles, ...defaultRequiredRoles])].sort();
  return inTransaction(async (transaction) => {
    const from = await lockSetting(transaction, roleProposals, { businessId });
    if (to.some((role) => !from.includes(role)) || to.length === from.length)
      throw new Problem('conflict', tFactorProblems('fewer.nothingRemoved'));
    const approvers = await lockMembersWith(transaction, businessId, 'proposal.answer');
    if (approvers.size < 2) throw new Problem('conflict', tFactorProblems('fewer.oneOwner'));
    const at = context.clock.now();
    const proposal = { businessId, after: to, reason, by: personId, at };
    const proposalId = await insertProposal(transaction, roleProposals, proposal);
    await queueTeamNotice(transaction, {
      kind: 'fewerProposed',
      businessId,
      personIds: [...approvers].filter((id) => id !== personId),
      roles: from.filter((role) => !to.includes(role)),
      at,
    });
    await writeAudit(transaction, context, {
      businessId,
      action: 'business.propose-fewer-factors',
      objectType: 'business',
      objectId: businessId,
      before: { roles: [...from].sort() },
      after: { changeId: proposalId, roles: to, reason: storableText(reason) },
    });
    await announce(transaction, { businessId, topics: ['settings-proposals'] });
    return { proposalId };
  });
}

/**
 * Approves, declines or withdraws the proposal that fewer roles need a second factor. An approval takes effect at once.
 *
 * @throws the problems of `answerProposal`
 */
export async function decideFewerRoles(
  context: Context<PersonActor>,
  input: z.input<typeof answerProposalForm>,
): Promise<{ readonly state: 'final' | 'declined' | 'withdrawn' }> {
  const { state } = await answerProposal(context, roleProposals, input, requireFullAuthentication);
  return { state };
}
