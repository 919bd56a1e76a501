import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { requireFullAuthentication } from '#lib/factors/index.ts';
import { tTeamAuditors } from '#lib/messages/team.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { answerProposal, insertProposal } from '#lib/proposals/index.ts';
import type { answerProposalForm } from '#lib/proposals/schema.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import { storableText } from '#lib/values/storable-text.ts';
import { auditorRiskProposals } from './auditor-proposals.ts';
import type { proposeAuditorRiskForm } from './schema.ts';
import { findAuditorEnd } from './store.ts';

/**
 * Proposes risk detail for an auditor. Another person approves it.
 *
 * @throws Problem 'reauthentication-required', 'not-found', 'forbidden', and 'conflict' for a person who isn't an auditor
 * with access, or while a proposal waits
 */
export async function proposeAuditorRisk(
  context: Context<PersonActor>,
  input: z.output<typeof proposeAuditorRiskForm>,
): Promise<{ readonly proposalId: string }> {
  const { businessId } = requirePermission(context, input.businessId, 'team.manage');
  await requireFullAuthentication(context);
  const { personId: subject } = input;
  const [reason, at] = [storableText(input.reason), context.clock.now()];
  return inTransaction(async (transaction) => {
    const endsAt = await findAuditorEnd(transaction, { businessId, personId: subject, at });
    if (endsAt === null) throw new Problem('conflict', tTeamAuditors('problem.noAuditor'));
    const by = context.actor.personId;
    const proposalId = await insertProposal(transaction, auditorRiskProposals, {
      businessId,
      subject,
      after: endsAt,
      reason,
      by,
      at,
    });
    await announce(transaction, { businessId, topics: ['reviews'] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'role.propose-risk',
      objectType: 'person',
      objectId: subject,
      after: { reason },
    });
    return { proposalId };
  });
}

/** Approves, declines or withdraws risk detail for an auditor. @throws the problems of `answerProposal` */
export async function decideAuditorRisk(
  context: Context<PersonActor>,
  input: z.output<typeof answerProposalForm>,
): Promise<{ readonly proposalId: string }> {
  const { proposalId } = await answerProposal(
    context,
    auditorRiskProposals,
    input,
    requireFullAuthentication,
  );
  return { proposalId };
}
