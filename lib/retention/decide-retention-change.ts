import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { answerProposal } from '#lib/proposals/index.ts';
import type { answerProposalForm } from '#lib/proposals/schema.ts';
import { readRetention } from './queries.ts';
import type { RetentionView } from './schema.ts';
import { timeProposals } from './time-proposals.ts';

/**
 * Approves, declines or withdraws a proposed shorter time. An approval takes effect at once: the next run of the job
 * removes what is older. Returns the retention times, or null for people who may not see what they would remove.
 *
 * @throws the problems of `answerProposal`
 */
export async function decideRetentionChange(
  context: Context<PersonActor>,
  input: z.input<typeof answerProposalForm>,
): Promise<RetentionView | null> {
  const { businessId } = await answerProposal(context, timeProposals, input);
  const { may } = requirePermission(context, businessId, 'proposal.answer');
  return may('risk.read') ? readRetention(context, businessId) : null;
}
