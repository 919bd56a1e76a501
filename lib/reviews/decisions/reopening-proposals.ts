import 'server-only';
import * as z from 'zod';
import { tReviewRefusals } from '#lib/messages/reviews-server.ts';
import type { ProposalKind } from '#lib/proposals/index.ts';

/**
 * Reopenings of cases that two people decided. The subject is the decision that it reverses, so that an approval works for
 * that one alone.
 */
export const reopeningProposals: ProposalKind<{ readonly caseId: string }> = {
  name: 'reopening',
  change: z.object({ caseId: z.string() }),
  proposer: 'review.work',
  approver: 'review.work',
  declineTakesReason: true,
  problems: {
    pending: tReviewRefusals('problem.reopeningPending'),
    gone: tReviewRefusals('problem.noReopening'),
  },
};
