import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { observeAnswer } from '#lib/observations/index.ts';
import type { Context } from '#lib/platform/context.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import type { ServiceOutcome } from '#lib/service/index.ts';
import { isSuccess, retryAt, service, serviceSettings, serviceWords } from '#lib/service/index.ts';
import type { Instant } from '#lib/values/instant.ts';
import { settleIntent } from '../create/settle-intent.ts';
import { noteAnswer, noteServiceFails } from './read-evidence-store.ts';
import { noteReadingFails, noteReadingWorks } from './read-health-store.ts';
import type { Due } from './read-schedule-store.ts';
import { noteFailure } from './read-schedule-store.ts';

export type ReadingOutcome =
  | {
      readonly kind: 'read';
      readonly changed: boolean;
      readonly riskChanged: boolean;
      readonly flaws: readonly Flaw[];
    }
  | {
      readonly kind: 'failed';
      /**
       * service: it is away or refuses us, so the next payment would fare no better. payment: this one alone. either: only
       * how others fare can tell.
       */
      readonly scope: 'service' | 'either' | 'payment';
      /** Until when the service asks to be left in peace. */
      readonly retryAt: Instant | null;
      readonly gone: boolean;
      readonly message: string;
      /** The same without the service's own words, which may be about one business alone. */
      readonly reason: string;
    };

type Alongside = (transaction: Transaction, failure: string | null) => Promise<void>;

/**
 * Asks the service for one payment (§4.4) and folds its answer in; a failure is remembered on the payment, which
 * keeps what is known of it. `alongside` runs in the transaction that keeps either, with why it failed or null. Throws what the database throws.
 */
export async function readFromService(
  context: Context,
  due: Due,
  alongside: Alongside = async () => {},
): Promise<ReadingOutcome> {
  const startedAt = context.clock.now();
  const answer = await service(context.clock).readPayment(due.paymentId);
  const outcome =
    answer.kind === 'answer' && isSuccess(answer.status)
      ? await keep(context, due, answer, alongside).catch((failure) => notKept(context, due, failure))
      : failureOf(answer, context.clock.now());
  if (outcome.kind === 'failed') {
    context.log.warn({ paymentId: due.paymentId, reason: outcome.message }, 'a payment was not read');
    await inTransaction(async (transaction) => {
      await noteFailure(transaction, due, context.clock.now(), outcome);
      await alongside(transaction, outcome.message);
    });
  }
  const at = context.clock.now();
  if (outcome.kind === 'read') await noteReadingWorks(due.businessId, at);
  if (outcome.kind === 'read' || outcome.scope === 'payment') await noteAnswer(due, at);
  else {
    const isOfAll = outcome.scope === 'service';
    const isAway = await noteServiceFails(due, startedAt, at, { ...outcome, isOfAll });
    if (isAway) await noteReadingFails(due.businessId, at, outcome.message);
  }
  return outcome;
}

async function keep(
  context: Context,
  { businessId, paymentId }: Due,
  answer: Extract<ServiceOutcome, { kind: 'answer' }>,
  alongside: Alongside,
): Promise<ReadingOutcome> {
  return inTransaction(async (transaction): Promise<ReadingOutcome> => {
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
        // A page in HTML, or half an answer: nothing that the service itself says of a payment.
        scope: observed.isUnreadable ? 'either' : 'payment',
        gone: false,
        retryAt: null,
        message: observed.reason,
        reason: 'The service answered with what can’t be read.',
      };
    await settleIntent(transaction, context, {
      businessId,
      clientPaymentId: observed.clientPaymentId,
      paymentId,
    });
    await alongside(transaction, null);
    const { changed, riskChanged, flaws } = observed;
    return { kind: 'read', changed, riskChanged, flaws };
  });
}

type Failed = Extract<ReadingOutcome, { kind: 'failed' }>;

/** A mistake of ours, or too much for one transaction: of this payment alone, or noting it fails as well. */
function notKept(context: Context, { paymentId }: Due, failure: unknown): Failed {
  context.log.error({ error: failure, paymentId }, 'what was read of a payment could not be kept');
  const message = 'What the service answered could not be kept here; the log says why.';
  return { kind: 'failed', scope: 'payment', gone: false, retryAt: null, message, reason: message };
}

function failureOf(answer: ServiceOutcome, now: Instant): Failed {
  if (answer.kind !== 'answer')
    return {
      kind: 'failed',
      scope: scopeOf(answer),
      gone: false,
      retryAt: null,
      ...(isTooLarge(answer)
        ? { message: `The record is too large to be read: ${answer.message}.`, reason: tooLarge }
        : { message: `No answer: ${answer.message}.`, reason: 'The service did not answer.' }),
    };
  const { status, bytes } = answer;
  const gone = status === 404 || status === 410;
  const words = serviceWords(bytes);
  const message = `The service answered ${status}${words === null ? '.' : `: ${words}`}`;
  const wished = retryAt(answer.retryAfter, now);
  return {
    kind: 'failed',
    scope: gone ? 'payment' : scopeOfStatus(status, wished !== null),
    gone,
    retryAt: wished,
    message,
    reason: `The service answered ${status}.`,
  };
}

/** No connection is nobody's fault in particular. One that was cut, or no whole answer in time, may be this payment's. */
function scopeOf(answer: Exclude<ServiceOutcome, { kind: 'answer' }>): Failed['scope'] {
  if (answer.kind === 'not-sent') return 'service';
  // An answer came, and was longer than we take: that is a record, and this one's.
  return isTooLarge(answer) ? 'payment' : 'either';
}

const tooLarge = 'The record is too large to be read.';
const isTooLarge = (answer: Exclude<ServiceOutcome, { kind: 'answer' }>): boolean =>
  answer.kind === 'unknown' && answer.code === 'too-large';

function scopeOfStatus(status: number, asksForPeace: boolean): Failed['scope'] {
  // What it says of this payment alone: not readable as asked.
  if (status === 400 || status === 422) return 'payment';
  // Our credentials, too many requests, or out of service until then.
  if (status === 401 || status === 429 || (status === 503 && asksForPeace)) return 'service';
  return 'either';
}
