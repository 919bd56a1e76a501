import 'server-only';
import type * as z from 'zod';
import { requireFullAuthentication } from '#lib/factors/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { answerProposal } from '#lib/proposals/index.ts';
import type { answerProposalForm } from '#lib/proposals/schema.ts';
import { listApiTokens } from './queries.ts';
import type { ApiTokenList } from './schema.ts';
import { apiTokenProposals } from './token-proposals.ts';

/**
 * Approves or declines that a token of another owner writes, or withdraws it for an own token. An approved token writes
 * from its next request on. A declined one goes on reading.
 *
 * @throws the problems of `answerProposal`, and 'conflict' for a token that has ended
 */
export async function decideApiToken(
  context: Context<PersonActor>,
  input: z.output<typeof answerProposalForm>,
): Promise<ApiTokenList> {
  await answerProposal(context, apiTokenProposals, input, requireFullAuthentication);
  return listApiTokens(context, input.businessId);
}
