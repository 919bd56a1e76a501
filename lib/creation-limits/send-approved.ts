import 'server-only';
import type * as z from 'zod';
import { findScope, requirePermission } from '#lib/access/index.ts';
import { readAcceptedTermsInScope } from '#lib/businesses/index.ts';
import { tCreationLimitRefusals } from '#lib/messages/business.ts';
import { sendStored } from '#lib/payments/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, IntentId } from '#lib/values/ids.ts';
import { listWaitingPayments } from './queries.ts';
import type { PaymentApprovalResult, sendApprovedForm } from './schema.ts';
import { findApproved, holdApproval } from './store.ts';

/**
 * Sends the request of an approved payment in the name of the person who proposed it, and returns it. The caller has checked
 * the permission of the person who sends it.
 *
 * @throws the problems of {@link sendApproved}
 */
export async function sendApprovedRequest(
  context: Context<PersonActor>,
  input: {
    readonly businessId: BusinessId;
    readonly proposalId: string;
    readonly secondLinkAccepted: boolean;
  },
): Promise<IntentId> {
  const { businessId, proposalId, secondLinkAccepted } = input;
  const approval = await findApproved(businessId, proposalId);
  if (approval === null) throw new Problem('conflict', tCreationLimitRefusals('problem.gone'));
  const { intentId, proposedBy: personId } = approval;
  const scope = await findScope(businessId, personId, context.clock.now());
  if (scope === null || !scope.may('payment.create'))
    throw new Problem('conflict', tCreationLimitRefusals('problem.proposerRole'));
  await sendStored(context, {
    scope,
    personId,
    intentId,
    secondLinkAccepted,
    state: 'PROPOSED',
    accepted: await readAcceptedTermsInScope(scope),
    origin: {
      begin: (transaction) => holdApproval(transaction, businessId, proposalId),
      topics: ['approvals'],
      audited: { approvalId: proposalId, personId },
    },
  });
  return intentId;
}

/**
 * Sends an approved payment in the name of the person who proposed it. The same request is never sent twice: its client
 * payment ID belongs to one request. Needs `secondLinkAccepted` when a payment was already seen under that ID.
 *
 * @throws Problem 'not-found', 'forbidden', 'invalid' without that confirmation, 'conflict' when it is not approved or nothing was sent, and 'unavailable' when
 * the outcome was not saved
 */
export async function sendApproved(
  context: Context<PersonActor>,
  input: z.output<typeof sendApprovedForm>,
): Promise<PaymentApprovalResult> {
  const { businessId } = requirePermission(context, input.businessId, 'payment.create');
  const intentId = await sendApprovedRequest(context, { ...input, businessId });
  return { waiting: await listWaitingPayments(context, businessId), intentId };
}
