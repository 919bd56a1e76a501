import 'server-only';
import { observeAnswer } from '#lib/observations/index.ts';
import type { Context } from '#lib/platform/context.ts';
import type { Transaction } from '#lib/platform/transaction.ts';
import { inTransaction } from '#lib/platform/transaction.ts';
import type { ServiceOutcome } from '#lib/service/index.ts';
import { isSuccess, service, serviceSettings, serviceWords } from '#lib/service/index.ts';
import { noteReadingFails, noteReadingWorks } from './reading-health-store.ts';
import { noteService } from './reading-pause-store.ts';
import type { Due } from './reading-store.ts';
import { noteFailure } from './reading-store.ts';
import { settleIntent } from './settle-intent.ts';

export type ReadingOutcome =
  | { readonly kind: 'read'; readonly changed: boolean; readonly flaws: number }
  | {
      readonly kind: 'failed';
      /** service: it is away or refuses us, so the next payment would fare no better. payment: this one alone. */
      readonly scope: 'service' | 'payment';
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
      ? await keep(context, due, answer, alongside)
      : failureOf(answer);
  if (outcome.kind === 'failed') {
    context.log.warn({ paymentId: due.paymentId, reason: outcome.message }, 'a payment was not read');
    await inTransaction(async (transaction) => {
      await noteFailure(transaction, due, context.clock.now(), outcome);
      await alongside(transaction, outcome.message);
    });
  }
  // What is said of one payment alone tells nothing of the others.
  if (outcome.kind === 'read') await noteReadingWorks(due.businessId, context.clock.now());
  else if (outcome.scope === 'service')
    await noteReadingFails(due.businessId, context.clock.now(), outcome.message);
  const isAway = outcome.kind === 'failed' && outcome.scope === 'service';
  await noteService(startedAt, context.clock.now(), isAway ? outcome : null);
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
        scope: observed.isUnreadable ? 'service' : 'payment',
        gone: false,
        message: observed.reason,
        reason: 'The service answered with what can’t be read.',
      };
    await settleIntent(transaction, context, {
      businessId,
      clientPaymentId: observed.clientPaymentId,
      paymentId,
    });
    await alongside(transaction, null);
    return { kind: 'read', changed: observed.changed, flaws: observed.flaws.length };
  });
}

function failureOf(answer: ServiceOutcome): Extract<ReadingOutcome, { kind: 'failed' }> {
  if (answer.kind !== 'answer')
    return {
      kind: 'failed',
      scope: 'service',
      gone: false,
      message: `No answer: ${answer.message}.`,
      reason: 'The service did not answer.',
    };
  const { status, bytes } = answer;
  const gone = status === 404 || status === 410;
  const words = serviceWords(bytes);
  const message = `The service answered ${status}${words === null ? '.' : `: ${words}`}`;
  // What it says of this payment alone: not found, not readable as asked. All else concerns every payment.
  const scope = gone || status === 400 || status === 422 ? 'payment' : 'service';
  return { kind: 'failed', scope, gone, message, reason: `The service answered ${status}.` };
}
