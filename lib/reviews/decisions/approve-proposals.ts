import 'server-only';
import type * as z from 'zod';
import { requirePermission, requireRecentAuthentication, toFailure } from '#lib/access/index.ts';
import { tReviewRefusals } from '#lib/messages/reviews-server.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { ApprovalOutcome, approveProposalsForm } from '../cases/schema/case.ts';
import { decideProposal } from './decide-proposal.ts';
import { hasOpenedProposal } from './queries.ts';

/**
 * Approves the proposals of several cases, each as if it was approved alone: by facts, permission and independence. The
 * person must have opened each case with its proposal. One that can't be approved stops no other.
 *
 * @throws Problem 'not-found', 'forbidden' or 'reauthentication-required'
 */
export async function approveProposals(
  context: Context<PersonActor>,
  input: z.output<typeof approveProposalsForm>,
): Promise<{ readonly outcomes: readonly ApprovalOutcome[] }> {
  const { businessId } = requirePermission(context, input.businessId, 'review.work');
  await requireRecentAuthentication(context);
  const outcomes: ApprovalOutcome[] = [];
  for (const { caseId, version, seen } of input.cases) {
    try {
      if (!(await hasOpenedProposal(context, businessId, caseId)))
        throw new Problem('conflict', tReviewRefusals('problem.notOpened'));
      const answer = { businessId, caseId, version, seen, answer: 'confirm', comment: '' } as const;
      await decideProposal(context, answer);
      outcomes.push({ caseId, problem: null });
    } catch (thrown) {
      outcomes.push({ caseId, problem: toFailure(thrown, context.requestId, context.log).message });
    }
  }
  return { outcomes };
}
