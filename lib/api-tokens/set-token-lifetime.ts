import 'server-only';
import type * as z from 'zod';
import { findStaleAuthentication, requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { answerProposal, insertProposal, lockSetting, storeSetting } from '#lib/proposals/index.ts';
import type { answerProposalForm } from '#lib/proposals/schema.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { lifetimeProposals } from './lifetime-proposals.ts';
import { listApiTokens } from './queries.ts';
import type { ApiTokenList, setTokenLifetimeForm } from './schema.ts';

/**
 * Sets the longest life of new tokens. A shorter one takes effect at once. A longer one is proposed to a second person. Tokens that
 * exist keep their end.
 *
 * @throws Problem 'reauthentication-required' for a longer life, and 'conflict' while another proposal waits
 */
export async function setTokenLifetime(
  context: Context<PersonActor>,
  { businessId: business, days }: z.output<typeof setTokenLifetimeForm>,
): Promise<ApiTokenList> {
  const { businessId } = requirePermission(context, business, 'team.manage');
  const stale = await findStaleAuthentication(context);
  await inTransaction(async (transaction) => {
    const before = await lockSetting(transaction, lifetimeProposals, { businessId });
    const isLonger = days > before;
    if (isLonger) {
      if (stale !== null) throw stale;
      const proposal = { businessId, after: days, by: context.actor.personId, at: context.clock.now() };
      await insertProposal(transaction, lifetimeProposals, proposal);
    } else await storeSetting(transaction, lifetimeProposals, { businessId }, days);
    await writeAudit(transaction, context, {
      businessId,
      action: isLonger ? 'api-token.propose-lifetime' : 'api-token.set-lifetime',
      objectType: 'business',
      objectId: businessId,
      before: { days: before },
      after: { days },
    });
    await announce(transaction, { businessId, topics: ['settings-proposals'] });
  });
  return listApiTokens(context, businessId);
}

/**
 * Approves, declines or withdraws a longer life of new tokens.
 *
 * @throws the problems of `answerProposal`
 */
export async function decideTokenLifetime(
  context: Context<PersonActor>,
  input: z.output<typeof answerProposalForm>,
): Promise<{ readonly days: number }> {
  const { after, before, answer } = await answerProposal(context, lifetimeProposals, input);
  return { days: answer === 'approve' ? after : (before ?? after) };
}
