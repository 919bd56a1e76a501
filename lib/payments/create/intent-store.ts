import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, ClientPaymentId, IntentId, PaymentId, PersonId } from '#lib/values/ids.ts';
import { clientPaymentId as asClientId, toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, toDate } from '#lib/values/instant.ts';
import type { CreateOutcome } from './create-outcome.ts';
import { toEffectiveState } from './model/intent.ts';
import type { IntentState } from './schema/intent.ts';
import { intentStates } from './schema/intent.ts';

export type StoredIntent = {
  readonly intentId: IntentId;
  readonly businessId: BusinessId;
  readonly clientPaymentId: ClientPaymentId;
  readonly requestBody: string;
  /** Effective state: an interrupted request is UNKNOWN. */
  readonly state: IntentState;
  readonly paymentId: PaymentId | null;
  readonly createdAt: Instant;
  readonly changedAt: Instant;
};

type Row = {
  id: string;
  businessId: string;
  clientPaymentId: string;
  requestBody: string;
  state: string;
  paymentId: string | null;
  createdAt: Date;
  changedAt: Date;
};

export function parseIntentState(text: string): IntentState {
  const state = intentStates.find((one) => one === text);
  if (state === undefined) throw new Error(`no state of an intent: ${text}`);
  return state;
}

function toStoredIntent(row: Row, now: Instant): StoredIntent {
  return {
    intentId: toId<IntentId>(row.id),
    businessId: toId<BusinessId>(row.businessId),
    clientPaymentId: asClientId(row.clientPaymentId),
    requestBody: row.requestBody,
    state: toEffectiveState(parseIntentState(row.state), fromDate(row.changedAt), now),
    paymentId: row.paymentId === null ? null : toId<PaymentId>(row.paymentId),
    createdAt: fromDate(row.createdAt),
    changedAt: fromDate(row.changedAt),
  };
}

/** Locks the intent's row until the transaction ends. */
async function lock(transaction: Transaction, businessId: BusinessId, intentId: string): Promise<void> {
  await transaction.$queryRaw`
    SELECT 1 FROM payment_intent WHERE business_id = ${businessId}::uuid AND id = ${intentId}::uuid FOR UPDATE`;
}

/** Locks an intent and returns it, or null when this business has none with this id. */
export async function lockIntent(
  transaction: Transaction,
  businessId: BusinessId,
  intentId: IntentId,
  now: Instant,
): Promise<StoredIntent | null> {
  await lock(transaction, businessId, intentId);
  const row = await transaction.paymentIntent.findFirst({ where: { id: intentId, businessId } });
  return row === null ? null : toStoredIntent(row, now);
}

/** Finds the request that has a client payment ID: one that was neither refused nor left unsent. */
export async function findActiveIntent(
  transaction: Transaction,
  businessId: BusinessId,
  clientPaymentId: string,
  now: Instant,
): Promise<StoredIntent | null> {
  const row = await transaction.paymentIntent.findFirst({
    where: { businessId, clientPaymentId, state: { notIn: ['REJECTED', 'UNSENT'] } },
  });
  return row === null ? null : toStoredIntent(row, now);
}

/** Inserts an intent that is not sent yet. Returns null when another one has the client payment ID. */
export async function insertIntent(
  transaction: Transaction,
  intent: {
    readonly businessId: BusinessId;
    readonly clientPaymentId: string;
    readonly requestBody: string;
    readonly state: 'PROPOSED' | 'QUEUED';
    readonly personId: PersonId;
    readonly at: Instant;
  },
): Promise<StoredIntent | null> {
  const at = toDate(intent.at);
  const [row] = await transaction.paymentIntent.createManyAndReturn({
    data: {
      businessId: intent.businessId,
      clientPaymentId: intent.clientPaymentId,
      requestBody: intent.requestBody,
      state: intent.state,
      createdById: intent.personId,
      createdAt: at,
      changedAt: at,
    },
    skipDuplicates: true,
  });
  return row === undefined ? null : toStoredIntent(row, intent.at);
}

/** Marks an intent as being sent. */
export async function markSending(transaction: Transaction, intentId: IntentId, at: Instant): Promise<void> {
  await transaction.paymentIntent.update({
    where: { id: intentId },
    data: {
      state: 'SENDING',
      changedAt: toDate(at),
      httpStatus: null,
      errorCode: null,
      errorMessage: null,
    },
  });
}

export async function insertAttempt(
  transaction: Transaction,
  attempt: {
    readonly intent: { readonly businessId: BusinessId; readonly intentId: IntentId };
    readonly personId: PersonId;
    readonly requestId: string;
    readonly at: Instant;
  },
): Promise<bigint> {
  const row = await transaction.paymentAttempt.create({
    data: {
      businessId: attempt.intent.businessId,
      intentId: attempt.intent.intentId,
      startedAt: toDate(attempt.at),
      personId: attempt.personId,
      requestId: attempt.requestId,
    },
    select: { id: true },
  });
  return row.id;
}

export async function finishAttempt(
  transaction: Transaction,
  attemptId: bigint,
  outcome: CreateOutcome,
  at: Instant,
): Promise<void> {
  await transaction.paymentAttempt.update({
    where: { id: attemptId },
    data: {
      finishedAt: toDate(at),
      outcome: outcome.state,
      httpStatus: outcome.httpStatus,
      errorCode: outcome.state === 'CREATED' ? null : outcome.errorCode,
      errorMessage: outcome.state === 'CREATED' ? null : outcome.errorMessage,
    },
  });
}

/** Returns true when another attempt is unknown or was interrupted, and may have created a payment. */
export async function mayOtherAttemptHaveSucceeded(
  transaction: Transaction,
  intentId: IntentId,
  attemptId: bigint,
): Promise<boolean> {
  const doubtful = await transaction.paymentAttempt.count({
    where: { intentId, id: { not: attemptId }, OR: [{ outcome: null }, { outcome: 'UNKNOWN' }] },
  });
  return doubtful > 0;
}

/** Saves the state of an intent and the given fields. Other fields stay. */
export async function storeOutcome(
  transaction: Transaction,
  intentId: IntentId,
  at: Instant,
  now: {
    readonly state: IntentState;
    readonly paymentId?: PaymentId;
    readonly paymentUrl?: string;
    readonly httpStatus?: number | null;
    readonly errorCode?: string | null;
    readonly errorMessage?: string | null;
  },
): Promise<void> {
  const { state, ...rest } = now;
  const changes = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  await transaction.paymentIntent.update({
    where: { id: intentId },
    data: { state, changedAt: toDate(at), ...changes },
  });
}
