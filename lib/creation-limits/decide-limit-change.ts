import 'server-only';
import type * as z from 'zod';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { answerProposal } from '#lib/proposals/index.ts';
import type { answerProposalForm } from '#lib/proposals/schema.ts';
import { limitProposals } from './limit-proposals.ts';
import { listLimitProposals } from './queries.ts';
import type { LimitsView } from './schema.ts';

/**
 * Approves, declines or withdraws a proposed limit. An approval takes effect at once.
 *
 * @throws the problems of `answerProposal`
 */
export async function decideLimitChange(
  context: Context<PersonActor>,
  input: z.input<typeof answerProposalForm>,
): Promise<LimitsView> {
  const { businessId } = await answerProposal(context, limitProposals, input);
  return listLimitProposals(context, businessId);
}
