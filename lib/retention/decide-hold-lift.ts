import 'server-only';
import type * as z from 'zod';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { answerProposal } from '#lib/proposals/index.ts';
import type { answerProposalForm } from '#lib/proposals/schema.ts';
import { liftProposals } from './lift-proposals.ts';
import { readRetention } from './queries.ts';
import type { RetentionView } from './schema.ts';

/**
 * Approves, declines or withdraws a proposal to lift a legal hold.
 *
 * @throws the problems of `answerProposal`
 */
export async function decideHoldLift(
  context: Context<PersonActor>,
  input: z.input<typeof answerProposalForm>,
): Promise<RetentionView> {
  const { businessId } = await answerProposal(context, liftProposals, input);
  return readRetention(context, businessId);
}
