import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tPaymentRefusals } from '#lib/messages/payments.ts';
import { observeAnswer } from '#lib/observations/index.ts';
import type { Context } from '#lib/platform/context.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import type { ServiceOutcome } from '#lib/service/index.ts';
import {
  createServiceClient,
  isSuccess,
  parseRetryAfter,
  readServiceMessage,
  serviceSettings,
} from '#lib/service/index.ts';
import type { Instant } from '#lib/values/instant.ts';
import { settleIntent } from '../create/settle-intent.ts';
import { foldWaitingAbout } from '../waiting/fold-waiting-callback.ts';
import { storeReadDifferences } from './check-store.ts';
import { recordAnswer, recordServiceFailure } from './read-evidence-store.ts';
import { recordFailingReads, recordWorkingReads } from './read-health-store.ts';
import type { DuePayment } from './read-schedule-store.ts';
import { prepareReadUndo, recordReadFailure } from './read-schedule-store.ts';

export type ReadOutcome =
  | {
      readonly kind: 'read';
      readonly changed: boolean;
      readonly riskChanged: boolean;
      readonly flaws: readonly Flaw[];
    }
  | {
      readonly kind: 'failed';
      /**
       * service: it is unavailable or refuses us, so other payments would fail too. payment: only this one. either: the
       * results of other payments decide.
       */
      readonly scope: 'service' | 'either' | 'payment';
      /** Earliest time of a retry that the service requests. */
      readonly retryAt: Instant | null;
      /** The service does not have the payment. */
      readonly gone: boolean;
      /** False when no answer arrived. */
      readonly hasAnswer: boolean;
      readonly message: string;
      /** The message without the service's own words, which may name one business. */
      readonly reason: string;
    };

type ReadOptions = {
  /** Runs in the same transaction, with the failure or null. */
  readonly alongside?: (transaction: Transaction, failure: string | null) => Promise<void>;
  /**
   * Leaves no trace for people without risk detail: neither a time of reading nor a failure, and no repeat of an answer
   * without news. A value that is new to them is stored as that of any other read.
   */
  readonly isHidden?: boolean;
  /** True if the caller logs the payments that the service does not have, in one line for all. */
  readonly isOneOfMany?: boolean;
};

/**
 * Reads one payment from the service (§4.4) and folds the answer in. A failure is saved on the payment, whose values
 * stay.
 *
 * @throws errors of the database.
 */
export async function readFromService(
  context: Context,
  due: DuePayment,
  options: ReadOptions = {},
): Promise<ReadOutcome> {
  await foldWaitingFirst(context, due);
  const startedAt = context.clock.now();
  const answer = await createServiceClient(context.clock).readPayment(due.paymentId);
  const outcome =
    answer.kind === 'answer' && isSuccess(answer.status)
      ? await keep(context, due, answer, options).catch((failure) => notKept(context, due, failure))
      : toFailure(answer, context.clock.now());
  if (outcome.kind === 'failed') {
    if (!(outcome.gone && options.isOneOfMany === true))
      context.log.warn({ paymentId: due.paymentId, reason: outcome.message }, 'payment read failed');
    if (options.isHidden) return outcome;
    await inTransaction(async (transaction) => {
      await recordReadFailure(transaction, due, context.clock.now(), outcome);
      await options.alongside?.(transaction, outcome.message);
    });
  }
  if (options.isHidden) return outcome;
  const at = context.clock.now();
  if (outcome.kind === 'read') await recordWorkingReads(due.businessId, at);
  if (outcome.kind === 'read' || outcome.scope === 'payment') await recordAnswer(due, at);
  else {
    const isOfAll = outcome.scope === 'service';
    const isAway = await recordServiceFailure(due, startedAt, at, {
      ...outcome,
      affectsAllPayments: isOfAll,
    });
    if (isAway) await recordFailingReads(due.businessId, at, outcome.message);
  }
  return outcome;
}

/** Folds the callbacks that wait for a payment before it is read. What fails keeps waiting. */
async function foldWaitingFirst(context: Context, { businessId, paymentId }: DuePayment): Promise<void> {
  try {
    await foldWaitingAbout(context, businessId, { paymentId });
  } catch (failure) {
    context.log.warn({ error: failure, paymentId }, 'waiting callbacks were not folded before a read');
  }
}

async function keep(
  context: Context,
  { businessId, paymentId }: DuePayment,
  answer: Extract<ServiceOutcome, { kind: 'answer' }>,
  { alongside, isHidden = false }: ReadOptions,
): Promise<ReadOutcome> {
  return inTransaction(async (transaction): Promise<ReadOutcome> => {
    const earlier = isHidden ? await prepareReadUndo(transaction, { businessId, paymentId }) : null;
    const observed = await observeAnswer(transaction, {
      businessId,
      paymentId,
      source: 'read',
      field: serviceSettings().paymentReadField,
      startedAt: answer.startedAt,
      body: answer.bytes,
    });
    if (observed.kind === 'refused')
      return {
        kind: 'failed',
        // An HTML page or a cut answer says nothing about this payment.
        scope: observed.isUnreadable ? 'either' : 'payment',
        gone: false,
        hasAnswer: true,
        retryAt: null,
        message: observed.reason,
        reason: tPaymentRefusals('read.unreadable'),
      };
    if (earlier !== null && !observed.changed) {
      if (observed.riskChanged) await earlier.restoreTimes();
      else await earlier.undoRead();
    }
    await storeReadDifferences(
      transaction,
      { businessId, paymentId },
      observed.differences,
      answer.startedAt,
    );
    await settleIntent(transaction, context, {
      businessId,
      clientPaymentId: observed.clientPaymentId,
      paymentId,
    });
    await alongside?.(transaction, null);
    const { changed, riskChanged, flaws } = observed;
    return { kind: 'read', changed, riskChanged, flaws };
  });
}

type Failed = Extract<ReadOutcome, { kind: 'failed' }>;

/** An error of ours concerns only this payment: a database failure would also fail to save the failure. */
function notKept(context: Context, { paymentId }: DuePayment, failure: unknown): Failed {
  context.log.error({ error: failure, paymentId }, 'payment read not saved');
  const message = tPaymentRefusals('read.notSaved');
  return {
    kind: 'failed',
    scope: 'payment',
    gone: false,
    hasAnswer: true,
    retryAt: null,
    message,
    reason: message,
  };
}

function toFailure(answer: ServiceOutcome, now: Instant): Failed {
  if (answer.kind !== 'answer')
    return {
      kind: 'failed',
      scope: findScope(answer),
      gone: false,
      hasAnswer: isTooLarge(answer),
      retryAt: null,
      ...(isTooLarge(answer)
        ? {
            message: tPaymentRefusals('read.tooLargeBecause', { reason: answer.message }),
            reason: tPaymentRefusals('read.tooLarge'),
          }
        : {
            message: tPaymentRefusals('read.noAnswerBecause', { reason: answer.message }),
            reason: tPaymentRefusals('read.noAnswer'),
          }),
    };
  const { status, bytes } = answer;
  const gone = status === 404 || status === 410;
  const words = readServiceMessage(bytes);
  const refused = tPaymentRefusals('outcome.refused', { status: String(status) });
  const message =
    words === null
      ? refused
      : tPaymentRefusals('outcome.refusedWithReason', { status: String(status), reason: words });
  const retryTime = parseRetryAfter(answer.retryAfter, now);
  return {
    kind: 'failed',
    scope: gone ? 'payment' : findStatusScope(status, retryTime !== null),
    gone,
    hasAnswer: true,
    retryAt: retryTime,
    message,
    reason: refused,
  };
}

/** A failed connection may have any cause. A cut connection or a timeout may be caused by this payment. */
function findScope(answer: Exclude<ServiceOutcome, { kind: 'answer' }>): Failed['scope'] {
  if (answer.kind === 'not-sent') return 'service';
  // A record above the size limit concerns only this payment.
  return isTooLarge(answer) ? 'payment' : 'either';
}

const isTooLarge = (answer: Exclude<ServiceOutcome, { kind: 'answer' }>): boolean =>
  answer.kind === 'unknown' && answer.code === 'too-large';

function findStatusScope(status: number, hasRetryTime: boolean): Failed['scope'] {
  // The service rejects this request only.
  if (status === 400 || status === 422) return 'payment';
  // Wrong credentials, rate limit or maintenance concern all payments.
  if (status === 401 || status === 429 || (status === 503 && hasRetryTime)) return 'service';
  return 'either';
}
