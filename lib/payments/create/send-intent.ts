import 'server-only';
import { setTimeout as wait } from 'node:timers/promises';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tPaymentRefusals } from '#lib/messages/payment-refusals.ts';
import { observeAnswer } from '#lib/observations/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { countCreate } from '#lib/platform/metrics.ts';
import { announce } from '#lib/realtime/live-events.ts';
import type { ServiceOutcome } from '#lib/service/index.ts';
import { service } from '#lib/service/index.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, ClientPaymentId, IntentId } from '#lib/values/ids.ts';
import type { CreateOutcome } from './create-outcome.ts';
import { createOutcome } from './create-outcome.ts';
import { linkPayment } from './intent-payment-store.ts';
import { finishAttempt, lockIntent, otherAttemptMayHaveWorked, storeOutcome } from './intent-store.ts';
import { nextState } from './model/intent.ts';

/** An intent that is committed as SENDING, and the attempt that was committed with it. */
export type Sending = {
  readonly businessId: BusinessId;
  readonly intentId: IntentId;
  readonly clientPaymentId: ClientPaymentId;
  readonly requestBody: string;
  readonly attemptId: bigint;
};

/** Delays before retries: a restart of the database must not lose the only copy of the answer. */
const retryDelaysMs = [300, 1_000, 3_000];

/** Sends a committed intent outside any transaction and saves the outcome. @throws Problem 'unavailable' when saving fails. */
export async function sendIntent(context: Context<PersonActor>, sending: Sending): Promise<void> {
  const answered = await service(context.clock).createPayment(sending.requestBody);
  const outcome = createOutcome(answered, sending);
  countCreate(outcome.state);
  context.log.info({ intentId: sending.intentId, state: outcome.state }, 'create request answered');
  for (const pause of [...retryDelaysMs, null]) {
    try {
      return await saveOutcome(context, sending, answered, outcome);
    } catch (failure) {
      context.log.error({ error: failure, intentId: sending.intentId }, 'create outcome not saved');
      if (pause !== null) await wait(pause);
    }
  }
  throw new Problem('unavailable', tPaymentRefusals('outcome.notSaved', { state: outcome.state }));
}

async function saveOutcome(
  context: Context<PersonActor>,
  sending: Sending,
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
        confirmed: true,
        at: now,
      });
    const state = nextState(outcome.state, {
      settled: intent.state === 'CREATED',
      mayHaveWorked: await otherAttemptMayHaveWorked(transaction, intentId, attemptId),
    });
    // Keeps the state when a callback settled the intent in the meantime, but adds the link.
    if (outcome.state === 'CREATED')
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
    await announce(transaction, {
      businessId,
      topics: outcome.record === null ? ['intents'] : ['intents', 'payments'],
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
