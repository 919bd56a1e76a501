import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { readAcceptedTermsInScope } from '#lib/businesses/index.ts';
import type { OnMade } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tCreationLimitRefusals } from '#lib/messages/business.ts';
import { tPaymentForm } from '#lib/messages/new-payment.ts';
import { auditDetails, hasAnnotations } from '#lib/payments/create/model/details.ts';
import { buildPaymentRequest, writeRequest } from '#lib/payments/create/model/request.ts';
import type { CreatePaymentForm } from '#lib/payments/create/schema/create.ts';
import type { CreationDetailsForm } from '#lib/payments/create/schema/details.ts';
import { checkCreateForm, claimIntent, saveCreationDetails } from '#lib/payments/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { insertProposal } from '#lib/proposals/index.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import type { IntentId } from '#lib/values/ids.ts';
import { storableText } from '#lib/values/storable-text.ts';
import { paymentProposals } from './payment-proposals.ts';
import { listWaitingPayments } from './queries.ts';
import type { WaitingPayment } from './schema.ts';
import { isAboveLimit } from './store.ts';

/**
 * Stores the request of a payment above the limit until a second person approves it. Nothing is sent. A program proposes it
 * only with a token that another owner has approved. Returns the intent.
 *
 * @throws Problem 'not-found', 'forbidden', 'invalid', and 'conflict' when the client payment ID is in use or the price is
 * within the limit
 */
export async function storeProposedPayment(
  context: Context<PersonActor>,
  form: CreatePaymentForm & CreationDetailsForm,
  onMade?: OnMade,
): Promise<IntentId> {
  const scope = requirePermission(context, form.businessId, 'payment.create', 'payments:write');
  const { businessId } = scope;
  const { token } = context.actor;
  if (token?.approvedBy.length === 0)
    throw new Problem('forbidden', tCreationLimitRefusals('problem.tokenLimited'));
  if (hasAnnotations(form)) requirePermission(context, businessId, 'record.annotate');
  const checked = checkCreateForm(form, await readAcceptedTermsInScope(scope));
  if (checked.errors !== null)
    throw new Problem('invalid', tPaymentForm('form.check'), { fieldErrors: checked.errors });
  const { redirectUrl } = checked.form;
  if (storableText(redirectUrl) !== redirectUrl)
    throw new Problem('invalid', tPaymentForm('form.check'), {
      fieldErrors: { redirectUrl: [tPaymentForm('form.controlCharacters')] },
    });
  const requestBody = writeRequest(buildPaymentRequest(checked.form));
  const { clientPaymentId } = checked.form;
  const { personId } = context.actor;
  return inTransaction(async (transaction) => {
    if (!(await isAboveLimit(transaction, businessId, requestBody)))
      throw new Problem('conflict', tCreationLimitRefusals('problem.notNeeded'));
    const intent = await claimIntent(transaction, context, {
      businessId,
      clientPaymentId,
      requestBody,
      personId,
      state: 'PROPOSED',
    });
    const proposalId = await insertProposal(transaction, paymentProposals, {
      businessId,
      subject: intent.intentId,
      after: { requestBody },
      by: personId,
      tokenId: token?.tokenId,
      at: context.clock.now(),
    });
    await onMade?.(transaction, intent.intentId);
    await saveCreationDetails(transaction, context, intent, form);
    await writeAudit(transaction, context, {
      businessId,
      action: 'payment-approval.propose',
      objectType: 'payment-approval',
      objectId: proposalId,
      after: { requestBody, ...auditDetails(form) },
    });
    await announce(transaction, { businessId, topics: ['approvals'] });
    return intent.intentId;
  });
}

/** Does the same for a person, and returns what waits. Throws the problems of `storeProposedPayment`. */
export async function proposePayment(
  context: Context<PersonActor>,
  form: CreatePaymentForm & CreationDetailsForm,
): Promise<{ readonly waiting: readonly WaitingPayment[] }> {
  await storeProposedPayment(context, form);
  return { waiting: await listWaitingPayments(context, form.businessId) };
}
