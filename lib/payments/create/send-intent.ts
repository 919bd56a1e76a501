import 'server-only';
import { setTimeout as wait } from 'node:timers/promises';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tPaymentRefusals } from '#lib/messages/payments.ts';
import { observeAnswer } from '#lib/observations/index.ts';
import type { Context } from '#lib/platform/context.ts';
import { countCreate } from '#lib/platform/metrics.ts';
import { announce } from '#lib/realtime/live-events.ts';
import type { ServiceOutcome } from '#lib/service/index.ts';
import { createServiceClient } from '#lib/service/index.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, ClientPaymentId, IntentId } from '#lib/values/ids.ts';
import type { Topic } from '#lib/values/topics.ts';
import type { CreateOutcome } from './create-outcome.ts';
import { toCreateOutcome } from './create-outcome.ts';
import { applyCreationDetails } from './detail-store.ts';
import { linkPayment } from './intent-payment-store.ts';
import { finishAttempt, lockIntent, mayOtherAttemptHaveSucceeded, storeOutcome } from './intent-store.ts';
import { isFinalIntent, nextIntentState } from './model/intent.ts';

/** An intent that is committed as SENDING, and the attempt that was committed with it. */
export type SendingIntent = {
  readonly businessId: BusinessId;
  readonly intentId: IntentId;
  readonly clientPaymentId: ClientPaymentId;
  readonly requestBody: string;
  readonly attemptId: bigint;
  /** The state after an attempt that sent nothing. */
  readonly ifNotSent?: 'UNSENT' | 'PROPOSED' | 'QUEUED';
  /** Topics of live updates that also change with the outcome. */
  readonly topics?: readonly Topic[];
};

/** A request that was sent, with its own outcome. A callback may have settled the intent in the meantime. */
export type SentRequest = {
  readonly intentId: IntentId;
  readonly outcome: CreateOutcome['state'];
  readonly httpStatus: number | null;
  /** Why it was not created: the service's answer, or our own text. */
  readonly error: string | null;
};

/** Delays before retries: a restart of the database must not lose the only copy of the answer. */
const retryDelaysMs = [300, 1_000, 3_000];

/** Sends a committed intent outside any transaction and saves the outcome. @throws Problem 'unavailable' when saving fails. */
export async function sendIntent(context: Context, sending: SendingIntent): Promise<SentRequest> {
  const answered = await createServiceClient(context.clock).createPayment(sending.requestBody);
  const outcome = toCreateOutcome(answered, sending);
  countCreate(outcome.state);
  context.log.info({ intentId: sending.intentId, state: outcome.state }, 'create request answered');
  for (const pause of [...retryDelaysMs, null]) {
    try {
      await saveOutcome(context, sending, answered, outcome);
      return {
        intentId: sending.intentId,
        outcome: outcome.state,
        httpStatus: outcome.httpStatus,
        error: outcome.state === 'CREATED' ? null : outcome.errorMessage,
      };
    } catch (failure) {
      context.log.error({ error: failure, intentId: sending.intentId }, 'create outcome not saved');
      if (pause !== null) await wait(pause);
    }
  }
  throw new Problem('unavailable', tPaymentRefusals('outcome.notSaved', { state: outcome.state }));
}

async function saveOutcome(
  context: Context,
  sending: SendingIntent,
  answered: ServiceOutcome,
  outcome: CreateOutcome,
): Promise<void> {
  const { businessId, intentId, attemptId } = sending;
  await inTransaction(async (transaction) => {
    // Locks the payment before the intent, in the same order as callbacks.
    if (outcome.record !== null)
      await observeAnswer(transaction, {
        businessId,
        paymentId: outcome.record.paymentId,
        source: 'create',
        startedAt: answered.startedAt,
        body: outcome.record.body,
        quiet: true,
      });
    const now = context.clock.now();
    const intent = await lockIntent(transaction, businessId, intentId, now);
    if (intent === null) throw new Error('intent not found');
    await finishAttempt(transaction, attemptId, outcome, now);
    if (outcome.record !== null)
      await linkPayment(transaction, sending, {
        paymentId: outcome.record.paymentId,
        attemptId,
        at: now,
      });
    const isUnsent = outcome.state === 'UNSENT';
    const state = nextIntentState(isUnsent ? (sending.ifNotSent ?? 'UNSENT') : outcome.state, {
      state: intent.state,
      mayHaveWorked: await mayOtherAttemptHaveSucceeded(transaction, intentId, attemptId),
    });
    // Keeps the state when a callback or a person settled the intent in the meantime, but adds the link.
    if (isFinalIntent(intent.state)) {
      // Its payment is linked. The client payment ID may belong to another request by now.
    } else if (outcome.state === 'CREATED')
      await storeOutcome(transaction, intentId, now, {
        state,
        ...(outcome.record && { paymentId: outcome.record.paymentId }),
        paymentUrl: outcome.paymentUrl,
        httpStatus: outcome.httpStatus,
        errorCode: null,
        errorMessage: null,
      });
    else if (intent.state !== 'CREATED')
      await storeOutcome(transaction, intentId, now, {
        state,
        ...(outcome.record && { paymentId: outcome.record.paymentId }),
        httpStatus: outcome.httpStatus,
        errorCode: outcome.errorCode,
        errorMessage: outcome.errorMessage,
      });
    if (state === 'CREATED' && intent.state !== 'CREATED' && outcome.record !== null)
      await applyCreationDetails(transaction, context, { ...sending, paymentId: outcome.record.paymentId });
    await announce(transaction, {
      businessId,
      topics: [
        'intents',
        ...(outcome.record === null ? [] : ['payments' as const]),
        ...(sending.topics ?? []),
      ],
      ids: outcome.record === null ? [] : [outcome.record.paymentId],
    });
    await writeAudit(transaction, context, {
      businessId,
      action: 'payment.outcome',
      objectType: 'payment-intent',
      objectId: intentId,
      after: {
        state,
        outcome: outcome.state,
        httpStatus: outcome.httpStatus,
        paymentId: outcome.record?.paymentId ?? null,
        error: outcome.state === 'CREATED' ? null : outcome.errorMessage,
      },
    });
  });
}
