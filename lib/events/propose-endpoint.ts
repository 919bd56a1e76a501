import 'server-only';
import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import { lockMembersWith, requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { requireFullAuthentication } from '#lib/factors/index.ts';
import { tEvents } from '#lib/messages/events.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { answerProposal, insertProposal } from '#lib/proposals/index.ts';
import type { answerProposalForm } from '#lib/proposals/schema.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { storableText } from '#lib/values/storable-text.ts';
import { toAudit, toNote } from './audit-note.ts';
import { reviewEndpointProposals } from './endpoint-proposals.ts';
import { caseEventTypes, maximumEndpoints } from './model.ts';
import { requireUrl } from './require-endpoint.ts';
import type { ProposedReviewEndpoint, proposeReviewEndpointForm } from './schema.ts';
import { createSecret, encryptSecret, writeSharedSecret } from './secrets.ts';
import { countEndpoints, insertEndpoint } from './store.ts';

const format = 'compliance';

/** @throws Problem 'conflict' where no other person could approve, so that the proposal would wait forever */
async function requireApprover(
  transaction: Transaction,
  businessId: BusinessId,
  proposer: PersonId,
): Promise<void> {
  const approvers = await lockMembersWith(transaction, businessId, reviewEndpointProposals.approver);
  if ([...approvers].every((person) => person === proposer))
    throw new Problem('conflict', tEvents('cases.problem.noApprover'));
}

/**
 * Proposes an endpoint for changes of review cases, and returns its secret for the only time. It gets events once another person
 * has approved it.
 *
 * @throws Problem 'forbidden', 'reauthentication-required', 'invalid' for an address that isn't public, and 'conflict' for too
 * many endpoints or without another person who could approve
 */
export async function proposeReviewEndpoint(
  context: Context<PersonActor>,
  input: z.output<typeof proposeReviewEndpointForm>,
): Promise<ProposedReviewEndpoint> {
  const { businessId } = requirePermission(context, input.businessId, 'connection.manage');
  requirePermission(context, businessId, 'review.work');
  await requireFullAuthentication(context);
  const settings = {
    url: requireUrl(input.url),
    types: caseEventTypes.filter((type) => input.types.includes(type)),
  };
  const reason = storableText(input.reason);
  const endpoint = { endpointId: randomUUID(), businessId, format } as const;
  const keys = createSecret();
  const [by, at] = [context.actor.personId, context.clock.now()];
  const proposalId = await inTransaction(async (transaction) => {
    await requireApprover(transaction, businessId, by);
    if ((await countEndpoints(transaction, endpoint)) >= maximumEndpoints)
      throw new Problem('conflict', tEvents('refused.tooMany', { count: String(maximumEndpoints) }));
    await insertEndpoint(transaction, {
      ...endpoint,
      ...settings,
      channel: null,
      secret: encryptSecret(keys, endpoint.endpointId),
      createdAt: at,
      disabled: { at, for: 'approval' },
    });
    const proposed = await insertProposal(transaction, reviewEndpointProposals, {
      businessId,
      subject: endpoint.endpointId,
      after: settings,
      reason,
      by,
      at,
    });
    await announce(transaction, { businessId, topics: ['reviews'] });
    const after = { ...toAudit({ ...settings, format, channel: null }), reason };
    await writeAudit(transaction, context, toNote('propose', endpoint, { after }));
    return proposed;
  });
  return { proposalId, secret: writeSharedSecret(keys) };
}

/** Approves, declines or withdraws an endpoint for review cases. @throws the problems of `answerProposal` */
export async function decideReviewEndpoint(
  context: Context<PersonActor>,
  input: z.output<typeof answerProposalForm>,
): Promise<{ readonly proposalId: string }> {
  const { proposalId } = await answerProposal(
    context,
    reviewEndpointProposals,
    input,
    requireFullAuthentication,
  );
  return { proposalId };
}
