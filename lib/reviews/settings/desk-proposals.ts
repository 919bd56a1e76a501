import 'server-only';
import * as z from 'zod';
import { amountText } from '#lib/database/columns.ts';
import { tReviewRefusals } from '#lib/messages/reviews-server.ts';
import type { AnsweredKind } from '#lib/proposals/index.ts';
import { announce } from '#lib/realtime/live-events.ts';
import type { Settings } from './model.ts';
import { followSettings } from './store/settings.ts';

/** The settings of the desk. An owner proposes weaker ones, and another person of the desk approves them. */
export const deskProposals: AnsweredKind<Settings> = {
  name: 'review-desk',
  change: z.object({
    secondFromEur: amountText,
    dueHours: z.int(),
    riskScoreFrom: amountText.nullable(),
    twoPersonCategories: z.array(z.string()),
  }),
  proposer: 'review.work',
  approver: 'review.work',
  declineTakesReason: true,
  problems: {
    pending: tReviewRefusals('settings.pending'),
    gone: tReviewRefusals('settings.answered'),
    changed: tReviewRefusals('settings.outdated'),
  },
  describe: ({ businessId, answer, proposalId, before, after, reason, proposedBy, comment, state }) => ({
    action: `review-desk.${answer}`,
    objectType: 'business',
    objectId: businessId,
    before,
    after: { changeId: proposalId, ...after, reason, proposedBy, comment, state },
  }),
  onAnswer: async (transaction, _context, { businessId, answer, before, after }) => {
    if (answer === 'approve' && before !== null) await followSettings(transaction, businessId, before, after);
    await announce(transaction, { businessId, topics: ['reviews'] });
  },
};
