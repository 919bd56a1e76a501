import 'server-only';
import * as z from 'zod';
import { tTokenLifetime } from '#lib/messages/api.ts';
import type { AnsweredKind } from '#lib/proposals/index.ts';
import { announce } from '#lib/realtime/live-events.ts';

/** The longest life of new tokens, in days. An owner proposes a longer one, and another owner or an approver approves. */
export const lifetimeProposals: AnsweredKind<number> = {
  name: 'token-lifetime',
  change: z.int(),
  proposer: 'team.manage',
  approver: 'proposal.answer',
  problems: {
    pending: tTokenLifetime('problem.pending'),
    gone: tTokenLifetime('problem.gone'),
    changed: tTokenLifetime('problem.changed'),
    lostAccess: tTokenLifetime('problem.lostAccess'),
  },
  describe: ({ businessId, answer, before, after, proposedBy }) => ({
    action: `api-token.${answer}-lifetime`,
    objectType: 'business',
    objectId: businessId,
    before: { days: before },
    after: { days: after, proposedBy },
  }),
  onAnswer: (transaction, _context, { businessId }) =>
    announce(transaction, { businessId, topics: ['settings-proposals'] }),
};
