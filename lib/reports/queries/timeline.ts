import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import type { DepositDetail } from '#lib/deposits/schema.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { PaymentId } from '#lib/values/ids.ts';
import { parseId, toId } from '#lib/values/ids.ts';
import type { TimelinePage } from '../schema/timeline.ts';
import { listAnswers, listAnswersAboutDeposit } from './timeline-answers.ts';
import { listCallbackEntries } from './timeline-callbacks.ts';
import { listExceptionWork } from './timeline-exception.ts';
import { toTimelinePage } from './timeline-page.ts';
import { parseTimelineCursor } from './timeline-position.ts';
import { listAttempts, listOtherPayments } from './timeline-requests.ts';

/** A part of a timeline: after the cursor `after`, or from the newest entry. */
export type TimelinePart = { readonly after?: string | null; readonly size?: number };

const defaultSize = 50;
/** If more payments claim a deposit, only answers of the last reported ones are shown. */
const maxClaims = 50;

/** Returns all requests and observations of a payment, newest first. Empty if this business has no such payment. */
export async function listPaymentTimeline(
  context: Context<PersonActor>,
  business: string,
  payment: string,
  { after = null, size = defaultSize }: TimelinePart = {},
): Promise<TimelinePage> {
  const scope = requirePermission(context, business, 'read');
  const paymentId = parseId<PaymentId>(payment);
  if (paymentId === null) return { entries: [], after: null };
  const place = parseTimelineCursor(after);
  // One entry more than shown reveals whether there are more.
  const limit = size + 1;
  const stretches = await Promise.all([
    listAttempts(scope, paymentId, place, limit),
    listOtherPayments(scope, paymentId, place, limit),
    listAnswers(scope, paymentId, place, limit),
    listExceptionWork(scope, paymentId, place, limit),
    listCallbackEntries(scope, { column: 'payment_id', id: paymentId }, place, limit),
  ]);
  return toTimelinePage(stretches, size);
}

/** Returns every payment that was reported for a deposit, because answers about each may mention it. */
function listReportedOwners({ paymentId, conflicts }: DepositDetail): readonly PaymentId[] {
  const contested = conflicts.find(({ field }) => field === 'paymentId')?.values ?? [];
  const ids = new Set([paymentId, ...contested.map(({ value }) => value)]);
  return [...ids].slice(0, maxClaims).map((id) => toId<PaymentId>(id));
}

/**
 * Returns all observations of a deposit, newest first: its callbacks, and each answer about its payment that mentions
 * it.
 */
export async function listDepositTimeline(
  context: Context<PersonActor>,
  business: string,
  deposit: DepositDetail,
  { after = null, size = defaultSize }: TimelinePart = {},
): Promise<TimelinePage> {
  const scope = requirePermission(context, business, 'read');
  const place = parseTimelineCursor(after);
  const limit = size + 1;
  const { depositId, firstObservedAt } = deposit;
  const stretches = await Promise.all([
    listAnswersAboutDeposit(
      scope,
      { depositId: toId(depositId), since: firstObservedAt, payments: listReportedOwners(deposit) },
      place,
      limit,
    ),
    listCallbackEntries(scope, { column: 'subject_id', id: depositId }, place, limit),
  ]);
  return toTimelinePage(stretches, size);
}

/** Returns all observations of a withdrawal, newest first. Only callbacks report withdrawals (§6.2). */
export async function listWithdrawalTimeline(
  context: Context<PersonActor>,
  business: string,
  withdrawal: string,
  { after = null, size = defaultSize }: TimelinePart = {},
): Promise<TimelinePage> {
  const scope = requirePermission(context, business, 'read');
  const id = parseId(withdrawal);
  if (id === null) return { entries: [], after: null };
  const found = await listCallbackEntries(
    scope,
    { column: 'subject_id', id },
    parseTimelineCursor(after),
    size + 1,
  );
  return toTimelinePage([found], size);
}
