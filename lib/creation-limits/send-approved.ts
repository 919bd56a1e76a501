import 'server-only';
import type * as z from 'zod';
import { findScope, requirePermission } from '#lib/access/index.ts';
import { readAcceptedTermsInScope } from '#lib/businesses/index.ts';
import { tCreationLimitRefusals } from '#lib/messages/creation-limit-refusals.ts';
import { tPaymentForm } from '#lib/messages/payment-form.ts';
import { createPaymentForm } from '#lib/payments/create/schema/create.ts';
import { requestPayment, requireDuplicateRiskConfirmation } from '#lib/payments/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { listWaitingPayments } from './queries.ts';
import type { PaymentApprovalResult, sendApprovedForm } from './schema.ts';
import { findApproved } from './store.ts';

/**
 * Sends an approved payment in the name of the person who proposed it. The same request is never sent twice: its client
 * payment ID belongs to one request. Needs `secondLinkAccepted` when a payment was already seen under that ID, or may have
 * been created with it before a backup was restored.
 *
 * @throws Problem 'not-found', 'forbidden', 'invalid' without that confirmation, 'conflict' when it is not approved or nothing was sent, and 'unavailable' when
 * the outcome was not saved
 */
export async function sendApproved(
  context: Context<PersonActor>,
  input: z.output<typeof sendApprovedForm>,
): Promise<PaymentApprovalResult> {
  const { businessId } = requirePermission(context, input.businessId, 'payment.create');
  const { approvalId, secondLinkAccepted } = input;
  const approval = await findApproved(businessId, approvalId, context.clock.now());
  if (approval === null) throw new Problem('conflict', tCreationLimitRefusals('problem.gone'));
  const form = createPaymentForm.safeParse(approval.form);
  if (!form.success) throw new Problem('conflict', tPaymentForm('form.check'));
  const personId = approval.proposedBy;
  const scope = await findScope(businessId, personId);
  if (scope === null || !scope.may('payment.create'))
    throw new Problem('conflict', tCreationLimitRefusals('problem.proposerRole'));
  const { intentId } = await requestPayment(context, {
    scope,
    personId,
    accepted: await readAcceptedTermsInScope(scope),
    form: { ...form.data, secondLinkAccepted },
    origin: {
      link: (transaction) =>
        requireDuplicateRiskConfirmation(
          transaction,
          { businessId, clientPaymentId: form.data.clientPaymentId },
          secondLinkAccepted,
        ),
      topics: [],
      audited: { approvalId, personId },
    },
  });
  return { waiting: await listWaitingPayments(context, businessId), intentId };
}
