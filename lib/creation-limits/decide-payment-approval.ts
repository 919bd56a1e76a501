import 'server-only';
import type * as z from 'zod';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { answerProposal } from '#lib/proposals/index.ts';
import type { answerProposalForm } from '#lib/proposals/schema.ts';
import { paymentProposals } from './payment-proposals.ts';
import { listWaitingPayments } from './queries.ts';
import type { PaymentApprovalResult } from './schema.ts';
import { sendApprovedRequest } from './send-approved.ts';

/**
 * Approves, declines or withdraws a payment above the limit. The approval is stored first, then the payment is sent. If
 * that fails, the payment stays approved and can be sent later. The proposer can also withdraw an approved payment that was
 * not sent.
 *
 * @throws the problems of `answerProposal`, and 'conflict' when it can't be sent
 */
export async function decidePaymentApproval(
  context: Context<PersonActor>,
  input: z.input<typeof answerProposalForm>,
): Promise<PaymentApprovalResult> {
  const { businessId, proposalId, answer } = await answerProposal(context, paymentProposals, input);
  const intentId =
    answer === 'approve'
      ? await sendApprovedRequest(context, { businessId, proposalId, secondLinkAccepted: false })
      : null;
  return { waiting: await listWaitingPayments(context, businessId), intentId };
}
