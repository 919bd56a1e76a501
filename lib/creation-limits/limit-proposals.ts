import 'server-only';
import { amountText } from '#lib/database/columns.ts';
import { tCreationLimitRefusals } from '#lib/messages/business.ts';
import type { AnsweredKind } from '#lib/proposals/index.ts';
import { announce } from '#lib/realtime/live-events.ts';
import type { Amount } from '#lib/values/amount.ts';

/** Limits by currency. Null is no limit. An owner proposes what allows more. */
export const limitProposals: AnsweredKind<Amount | null> = {
  name: 'creation-limit',
  change: amountText.nullable(),
  proposer: 'connection.manage',
  approver: 'proposal.answer',
  problems: {
    pending: tCreationLimitRefusals('problem.pending'),
    gone: tCreationLimitRefusals('problem.gone'),
    changed: tCreationLimitRefusals('problem.changed'),
    lostAccess: tCreationLimitRefusals('problem.proposerNoOwner'),
  },
  describe: ({ answer, subject: currency, after: amount, proposedBy }) => ({
    action: `creation-limit.${answer}`,
    objectType: 'creation-limit',
    objectId: currency,
    after: { currency, amount, proposedBy },
  }),
  onAnswer: (transaction, _context, { businessId }) =>
    announce(transaction, { businessId, topics: ['settings-proposals'] }),
};
