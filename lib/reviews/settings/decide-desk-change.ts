import 'server-only';
import type * as z from 'zod';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { answerProposal } from '#lib/proposals/index.ts';
import type { answerProposalForm } from '#lib/proposals/schema.ts';
import { deskProposals } from './desk-proposals.ts';

/**
 * Approves, declines or withdraws a proposed change of the settings. Approved settings take effect at once. Open
 * decision proposals still need the second person that they needed before.
 *
 * @throws the problems of `answerProposal`
 */
export async function decideDeskChange(
  context: Context<PersonActor>,
  input: z.input<typeof answerProposalForm>,
): Promise<{ readonly state: 'final' | 'declined' | 'withdrawn' }> {
  const { state } = await answerProposal(context, deskProposals, input);
  return { state };
}
