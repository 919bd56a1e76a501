import 'server-only';
import * as z from 'zod';
import { mapNullable, toAmount } from '#lib/database/columns.ts';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { CreatePaymentForm } from '#lib/payments/create/schema/create.ts';
import { isClientIdWaiting } from '#lib/payments/index.ts';
import type { Amount } from '#lib/values/amount.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, toDate } from '#lib/values/instant.ts';
import { approvalDays } from './model.ts';

/** Returns the limit of a currency, locked until the transaction ends. Null: there is none. */
export async function lockLimit(
  transaction: Transaction,
  businessId: BusinessId,
  currency: string,
): Promise<Amount | null> {
  // Also serializes the first limits of a currency.
  await transaction.$queryRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(${`creation_limit ${businessId} ${currency}`}, 0))::text`;
  const row = await transaction.creationLimit.findUnique({
    where: { businessId_currency: { businessId, currency } },
  });
  return mapNullable(row, ({ amount }) => toAmount(amount));
}

/** Sets a first or lower limit. The database refuses a higher one. */
export async function storeLimit(
  transaction: Transaction,
  businessId: BusinessId,
  currency: string,
  amount: Amount,
): Promise<void> {
  await transaction.creationLimit.upsert({
    where: { businessId_currency: { businessId, currency } },
    create: { businessId, currency, amount },
    update: { amount },
  });
}

/** Proposes a higher limit or its removal. Returns null while another proposal for the currency waits. */
export async function insertLimitChange(
  transaction: Transaction,
  change: {
    readonly businessId: BusinessId;
    readonly currency: string;
    readonly amount: Amount | null;
    readonly personId: PersonId;
    readonly at: Instant;
  },
): Promise<string | null> {
  const { businessId, currency, amount, personId, at } = change;
  const waits = await transaction.creationLimitChange.count({
    where: { businessId, currency, state: 'proposed' },
  });
  if (waits > 0) return null;
  const { changeId } = await transaction.creationLimitChange.create({
    data: { businessId, currency, amount, proposedById: personId, proposedAt: toDate(at) },
    select: { changeId: true },
  });
  return changeId;
}

type Proposal = { readonly proposedBy: PersonId };
type Answer = { readonly state: string; readonly personId: PersonId; readonly at: Instant };

/** Locks a proposed change of a limit. Null: it does not exist or was answered. */
export async function lockLimitChange(
  transaction: Transaction,
  businessId: BusinessId,
  changeId: string,
): Promise<
  | (Proposal & {
      readonly currency: string;
      readonly amount: Amount | null;
      /** The limit is still the one that the proposal was made for. */
      readonly isCurrent: boolean;
    })
  | null
> {
  await transaction.$queryRaw`SELECT FROM creation_limit_change WHERE business_id = ${businessId}::uuid
    AND change_id = ${changeId}::uuid FOR UPDATE`;
  const row = await transaction.creationLimitChange.findFirst({
    where: { businessId, changeId, state: 'proposed' },
  });
  if (row === null) return null;
  const { currency, amount, version } = row;
  await lockLimit(transaction, businessId, currency);
  const limit = await transaction.creationLimit.findUnique({
    where: { businessId_currency: { businessId, currency } },
    select: { version: true },
  });
  return {
    proposedBy: toId<PersonId>(row.proposedById),
    currency,
    amount: mapNullable(amount, toAmount),
    isCurrent: limit?.version === version,
  };
}

/** Stores the answer to a change of a limit. An approval takes effect at once. */
export async function storeLimitChangeOutcome(
  transaction: Transaction,
  businessId: BusinessId,
  changeId: string,
  { state, personId, at }: Answer,
): Promise<void> {
  await transaction.creationLimitChange.update({
    where: { businessId_changeId: { businessId, changeId } },
    data: { state, answeredById: personId, answeredAt: toDate(at) },
  });
}

/** Finds a waiting or unsent approved payment, or a request, with the client payment ID. Null: there is none. */
export async function findClientIdUse(
  transaction: Transaction,
  businessId: BusinessId,
  clientPaymentId: string,
): Promise<'proposed' | 'taken' | null> {
  if (await isClientIdWaiting(transaction, { businessId, clientPaymentId })) return 'proposed';
  const where = { businessId, clientPaymentId };
  // A refused or unsent request can be corrected, also by a payment that needs approval.
  const taken = { ...where, state: { notIn: ['REJECTED', 'DRAFT'] } };
  return (await transaction.paymentIntent.count({ where: taken })) > 0 ? 'taken' : null;
}

const exceeded = z.tuple([z.object({ exceeded: z.boolean() })]);

/** Returns true if the price of a request is above the limit of its currency. */
export async function isAboveLimit(
  transaction: Transaction,
  businessId: BusinessId,
  requestBody: string,
): Promise<boolean> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT exceeded_creation_limit(${businessId}::uuid, ${requestBody}::json) IS NOT NULL AS exceeded`;
  return exceeded.parse(rows)[0].exceeded;
}

/** Stores a payment that waits for a second person. */
export async function insertApproval(
  transaction: Transaction,
  approval: {
    readonly businessId: BusinessId;
    readonly form: CreatePaymentForm;
    readonly requestBody: string;
    readonly personId: PersonId;
    readonly at: Instant;
  },
): Promise<string> {
  const { businessId, form, requestBody, personId, at } = approval;
  const { secondLinkAccepted: _confirmation, ...fields } = form;
  const { approvalId } = await transaction.paymentApproval.create({
    data: {
      businessId,
      clientPaymentId: form.clientPaymentId,
      form: fields,
      requestBody,
      proposedById: personId,
      proposedAt: toDate(at),
    },
    select: { approvalId: true },
  });
  return approvalId;
}

/** Locks a waiting payment, or an approved one that was not sent. Null: it does not exist or was answered. */
export async function lockApproval(
  transaction: Transaction,
  businessId: BusinessId,
  approvalId: string,
): Promise<
  | (Proposal & {
      readonly clientPaymentId: string;
      readonly requestBody: string;
      readonly isApproved: boolean;
    })
  | null
> {
  await transaction.$queryRaw`SELECT FROM payment_approval WHERE business_id = ${businessId}::uuid
    AND approval_id = ${approvalId}::uuid FOR UPDATE`;
  const row = await transaction.paymentApproval.findFirst({
    where: { businessId, approvalId, state: { in: ['proposed', 'final'] } },
  });
  if (row === null) return null;
  const { clientPaymentId, requestBody } = row;
  const isApproved = row.state === 'final';
  if (isApproved) {
    const sent = { businessId, clientPaymentId, requestBody };
    if ((await transaction.paymentIntent.count({ where: sent })) > 0) return null;
  }
  return { proposedBy: toId<PersonId>(row.proposedById), clientPaymentId, requestBody, isApproved };
}

/** Stores the answer to a waiting payment. */
export async function storePaymentApprovalOutcome(
  transaction: Transaction,
  businessId: BusinessId,
  approvalId: string,
  { state, personId, at }: Answer,
): Promise<void> {
  await transaction.paymentApproval.update({
    where: { businessId_approvalId: { businessId, approvalId } },
    data: { state, answeredById: personId, answeredAt: toDate(at) },
  });
}

/** Returns the form of an approved payment. Null: it does not exist, is not approved or its approval is too old. */
export async function findApproved(
  businessId: BusinessId,
  approvalId: string,
  now: Instant,
): Promise<(Proposal & { readonly form: unknown }) | null> {
  const since = toDate(addMilliseconds(now, -approvalDays * 24 * 60 * 60_000));
  const row = await database().paymentApproval.findFirst({
    where: { businessId, approvalId, state: 'final', answeredAt: { gt: since } },
  });
  return mapNullable(row, ({ proposedById, form }) => ({ proposedBy: toId<PersonId>(proposedById), form }));
}
