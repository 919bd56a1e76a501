import 'server-only';
import * as z from 'zod';
import { tCreationLimitRefusals } from '#lib/messages/business.ts';
import { releaseProposed } from '#lib/payments/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import type { AnsweredKind } from '#lib/proposals/index.ts';
import { withdrawEndedTokens } from '#lib/proposals/index.ts';
import { announce } from '#lib/realtime/live-events.ts';

/** The exact request. */
type ProposedRequest = { readonly requestBody: string };

/** Withdraws the payments of API tokens that have ended. Returns their number. */
export const withdrawPaymentsOfTokens = (context: Context<SystemActor>): Promise<number> =>
  withdrawEndedTokens(context, paymentProposals, 'token_id', async (transaction, { businessId, subject }) => {
    await releaseProposed(transaction, businessId, subject, { answer: 'withdraw', at: context.clock.now() });
    await announce(transaction, { businessId, topics: ['approvals'] });
  });

/** Payments above a limit, by the ID of their request. An approved one is sent, or withdrawn by its proposer. */
export const paymentProposals: AnsweredKind<ProposedRequest> = {
  name: 'payment',
  change: z.object({ requestBody: z.string() }),
  proposer: 'payment.create',
  approver: 'payment.approve',
  isUsed: async (transaction, { businessId, subject: id }) =>
    (await transaction.paymentIntent.count({ where: { businessId, id, state: 'PROPOSED' } })) === 0,
  problems: {
    pending: tCreationLimitRefusals('problem.proposed'),
    gone: tCreationLimitRefusals('problem.gone'),
    lostAccess: tCreationLimitRefusals('problem.proposerRole'),
  },
  describe: ({ answer, proposalId, after: { requestBody }, proposedBy }) => ({
    action: `payment-approval.${answer}`,
    objectType: 'payment-approval',
    objectId: proposalId,
    after: { requestBody, proposedBy },
  }),
  onAnswer: async (transaction, context, { businessId, answer, subject: intentId }) => {
    if (answer !== 'approve') {
      await releaseProposed(transaction, businessId, intentId, { answer, at: context.clock.now() });
    }
    await announce(transaction, { businessId, topics: ['approvals'] });
  },
};
