import 'server-only';
import { annotateCreatedPayment, findOrCreateLabels } from '#lib/annotations/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { tCreationDetailRefusals } from '#lib/messages/creation-detail-refusals.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { toDate } from '#lib/values/instant.ts';
import { storableText } from '#lib/values/storable-text.ts';
import type { CreationDetailsForm } from './schema/details.ts';

type Request = { readonly businessId: BusinessId; readonly clientPaymentId: string };

/**
 * Saves the note, labels and former payment of a request. Absent fields stay as an earlier attempt saved them.
 *
 * @throws Problem 'invalid' when the former payment doesn't exist, or a label is retired.
 */
export async function saveCreationDetails(
  transaction: Transaction,
  context: Context<PersonActor>,
  { businessId, clientPaymentId }: Request,
  { note, labels, formerPaymentId }: CreationDetailsForm,
): Promise<void> {
  if (note === undefined && labels === undefined && formerPaymentId === undefined) return;
  if (formerPaymentId) {
    const former = await transaction.payment.findUnique({
      where: { businessId_paymentId: { businessId, paymentId: formerPaymentId } },
      select: { paymentId: true },
    });
    if (former === null) throw new Problem('invalid', tCreationDetailRefusals('problem.noFormer'));
  }
  const where = { businessId_clientPaymentId: { businessId, clientPaymentId } };
  const known = await transaction.paymentCreationDetail.findUnique({ where, select: { paymentId: true } });
  // A payment that was created keeps its link.
  const keepsFormer =
    formerPaymentId === undefined || (formerPaymentId === null && Boolean(known?.paymentId));
  const changes = {
    ...(note !== undefined && { note: note === '' ? null : storableText(note) }),
    ...(labels !== undefined && {
      labelIds: [...(await findOrCreateLabels(transaction, context, businessId, labels))],
    }),
    ...(!keepsFormer && { formerPaymentId }),
    personId: context.actor.personId,
    savedAt: toDate(context.clock.now()),
  };
  const isNeeded = (note ?? '') !== '' || (labels ?? []).length > 0 || Boolean(formerPaymentId);
  if (known === null && !isNeeded) return;
  await transaction.paymentCreationDetail.upsert({
    where,
    create: { businessId, clientPaymentId, ...changes },
    update: changes,
  });
}

/** Removes the saved details of a request that created no payment, so that no later request with its client ID gets them. */
export async function deleteCreationDetails(
  transaction: Transaction,
  { businessId, clientPaymentId }: Request,
): Promise<void> {
  await transaction.paymentCreationDetail.deleteMany({
    where: { businessId, clientPaymentId, paymentId: null },
  });
}

/**
 * Adds the saved note and labels to the payment of a request, once. The caller has stored the payment in the same
 * transaction, and holds the lock of its intent.
 */
export async function applyCreationDetails(
  transaction: Transaction,
  context: Context,
  { businessId, clientPaymentId, paymentId }: Request & { readonly paymentId: string },
): Promise<void> {
  const where = { businessId, clientPaymentId, paymentId: null };
  const details = await transaction.paymentCreationDetail.findFirst({ where });
  if (details === null) return;
  await transaction.paymentCreationDetail.update({
    where: { businessId_clientPaymentId: { businessId, clientPaymentId } },
    data: { paymentId },
  });
  const { note, labelIds } = details;
  if (note === null && labelIds.length === 0) return;
  await annotateCreatedPayment(transaction, context, {
    businessId,
    paymentId,
    personId: toId<PersonId>(details.personId),
    note,
    labelIds,
  });
}
