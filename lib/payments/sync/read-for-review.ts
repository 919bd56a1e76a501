import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { tPaymentRefusals } from '#lib/messages/payments.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { canReadPayments } from '#lib/service/index.ts';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { readFromService } from './read-from-service.ts';

/** The result of reading payments for a review case. `off`: reading is not set up. */
export type ReviewRead =
  | { readonly kind: 'off' }
  | { readonly kind: 'read'; readonly changed: boolean }
  | { readonly kind: 'failed'; readonly reason: string };

/** Limit of the payments that are read at once. */
const mostPayments = 20;

/**
 * Reads payments for people who review them, and stops waiting at the deadline. A read that is still running then is
 * kept when it ends. The reads leave no trace for people without
 * risk detail, unless they bring a value that is new to all members.
 *
 * @throws Problem 'not-found' or 'forbidden', and errors of the database
 */
export async function readPaymentsForReview(
  context: Context<PersonActor>,
  business: BusinessId,
  paymentIds: readonly string[],
  deadlineMs: number,
): Promise<ReviewRead> {
  const { businessId } = requirePermission(context, business, 'review.work');
  if (!canReadPayments()) return { kind: 'off' };
  const ids = paymentIds.slice(0, mostPayments);
  const reads = Promise.all(
    ids.map((id) =>
      readFromService(context, { businessId, paymentId: toId<PaymentId>(id) }, { isHidden: true }),
    ),
  );
  const outcomes = await before(reads, deadlineMs);
  if (outcomes === null)
    return {
      kind: 'failed',
      reason: tPaymentRefusals('read.deadline', { seconds: String(Math.round(deadlineMs / 1_000)) }),
    };
  const failed = outcomes.find((one) => one.kind === 'failed');
  if (failed !== undefined) return { kind: 'failed', reason: failed.reason };
  if (ids.length < paymentIds.length)
    return {
      kind: 'failed',
      reason: tPaymentRefusals('read.partial', {
        count: String(ids.length),
        total: String(paymentIds.length),
      }),
    };
  return {
    kind: 'read',
    changed: outcomes.some((one) => one.kind === 'read' && (one.changed || one.riskChanged)),
  };
}

/** Returns the result, or null if it takes longer than the deadline. */
async function before<Result>(work: Promise<Result>, deadlineMs: number): Promise<Result | null> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, deadlineMs, null);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
