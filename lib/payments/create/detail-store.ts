import 'server-only';
import { annotateCreatedPayment, findOrCreateLabels } from '#lib/annotations/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { tCreationDetailRefusals } from '#lib/messages/payments.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, IntentId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { storableText } from '#lib/values/storable-text.ts';
import type { StoredIntent } from './intent-store.ts';
import type { CreationDetailsForm } from './schema/details.ts';

/** Returns the details of the latest request that this one repeats. */
const findEarlierDetails = (
  transaction: Transaction,
  { businessId, clientPaymentId, intentId }: StoredIntent,
) =>
  transaction.paymentIntent.findFirst({
    where: { businessId, clientPaymentId, id: { not: intentId } },
    orderBy: { createdAt: 'desc' },
    select: { note: true, labelIds: true, formerPaymentId: true, isRemainder: true },
  });

/**
 * Saves the note, labels and former payment of a new request. Absent fields are those of the request that it repeats.
 *
 * @throws Problem 'invalid' when the former payment doesn't exist, or a label is retired.
 */
export async function saveCreationDetails(
  transaction: Transaction,
  context: Context<PersonActor>,
  intent: StoredIntent,
  { note, labels, formerPaymentId, isRemainder = false }: CreationDetailsForm,
): Promise<void> {
  const { businessId, intentId } = intent;
  if (formerPaymentId) {
    const former = await transaction.payment.findUnique({
      where: { businessId_paymentId: { businessId, paymentId: formerPaymentId } },
      select: { paymentId: true },
    });
    if (former === null) throw new Problem('invalid', tCreationDetailRefusals('problem.noFormer'));
  }
  const earlier = (await findEarlierDetails(transaction, intent)) ?? {};
  await transaction.paymentIntent.update({
    where: { id: intentId },
    data: {
      ...earlier,
      ...(note !== undefined && { note: note === '' ? null : storableText(note) }),
      ...(labels !== undefined && {
        labelIds: [...(await findOrCreateLabels(transaction, context, businessId, labels))],
      }),
      ...(formerPaymentId !== undefined && {
        formerPaymentId,
        isRemainder: isRemainder && formerPaymentId !== null,
      }),
    },
  });
}

/**
 * Adds the saved note and labels of a request to its payment, in the name of the person who requested it. The caller has
 * stored the payment in the same transaction, and the request has just become CREATED.
 */
export async function applyCreationDetails(
  transaction: Transaction,
  context: Context,
  {
    businessId,
    intentId,
    paymentId,
  }: {
    readonly businessId: BusinessId;
    readonly intentId: IntentId;
    readonly paymentId: string;
  },
): Promise<void> {
  const { note, labelIds, createdById } = await transaction.paymentIntent.findUniqueOrThrow({
    where: { id: intentId },
    select: { note: true, labelIds: true, createdById: true },
  });
  if (note === null && labelIds.length === 0) return;
  const personId = toId<PersonId>(createdById);
  await annotateCreatedPayment(transaction, context, { businessId, paymentId, personId, note, labelIds });
}
