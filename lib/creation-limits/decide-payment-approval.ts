import 'server-only';
import type * as z from 'zod';
import { authorizeAnswer, requirePermission, requireRecentAuthentication } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tCreationLimitRefusals } from '#lib/messages/creation-limit-refusals.ts';
import { deleteCreationDetails } from '#lib/payments/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { decisionStates } from './model.ts';
import { listWaitingPayments } from './queries.ts';
import type { decidePaymentApprovalForm, PaymentApprovalResult } from './schema.ts';
import { sendApproved } from './send-approved.ts';
import { lockApproval, storePaymentApprovalOutcome } from './store.ts';

/**
 * Approves, declines or withdraws a payment above the limit. The approval is stored first, then the payment is sent. If
 * that fails, the payment stays approved and can be sent later. The proposer can also withdraw an approved payment that was
 * not sent.
 *
 * @throws Problem 'not-found', 'reauthentication-required' for an approval, 'forbidden' for the wrong person, 'conflict'
 * when it was answered already or can't be sent
 */
export async function decidePaymentApproval(
  context: Context<PersonActor>,
  input: z.output<typeof decidePaymentApprovalForm>,
): Promise<PaymentApprovalResult> {
  const { businessId } = requirePermission(context, input.businessId, 'payment.create');
  const { approvalId, answer } = input;
  if (answer === 'approve') await requireRecentAuthentication(context);
  const { personId } = context.actor;
  await inTransaction(async (transaction) => {
    const approval = await lockApproval(transaction, businessId, approvalId);
    if (approval === null || (approval.isApproved && answer !== 'withdraw'))
      throw new Problem('conflict', tCreationLimitRefusals('problem.gone'));
    const { proposedBy, clientPaymentId, requestBody } = approval;
    const lostAccess = tCreationLimitRefusals('problem.proposerRole');
    const proposal = { businessId, proposedBy, permission: 'payment.create', lostAccess } as const;
    await authorizeAnswer(transaction, context, proposal, answer);
    const at = context.clock.now();
    await storePaymentApprovalOutcome(transaction, businessId, approvalId, {
      state: decisionStates[answer],
      personId,
      at,
    });
    if (answer !== 'approve') await deleteCreationDetails(transaction, { businessId, clientPaymentId });
    await writeAudit(transaction, context, {
      businessId,
      action: `payment-approval.${answer}`,
      objectType: 'payment-approval',
      objectId: approvalId,
      after: { requestBody, proposedBy },
    });
  });
  if (answer === 'approve')
    return sendApproved(context, { businessId, approvalId, secondLinkAccepted: false });
  return { waiting: await listWaitingPayments(context, businessId), intentId: null };
}
