import 'server-only';
import * as z from 'zod';
import { tRuleRefusals } from '#lib/messages/reviews-server.ts';
import type { ProposalKind } from '#lib/proposals/index.ts';
import type { ProposedRuleChange } from './model/rule.ts';
import { changeKinds } from './model/rule.ts';

/** Changes of rules by the ID of the rule. Each waits for a second person, because it can make the desk see fewer cases. */
export const ruleProposals: ProposalKind<ProposedRuleChange> = {
  name: 'review-rule',
  change: z.object({ kind: z.enum(changeKinds), number: z.int(), pastDays: z.int() }),
  proposer: 'review.work',
  approver: 'review.work',
  declineTakesReason: true,
  problems: {
    pending: tRuleRefusals('problem.pendingBeforeProposing'),
    gone: tRuleRefusals('problem.noProposal'),
  },
};
