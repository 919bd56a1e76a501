import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import type { DepositDetail } from '#lib/deposits/schema.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { PaymentId } from '#lib/values/ids.ts';
import { parseId, toId } from '#lib/values/ids.ts';
import type { TimelinePage } from '../schema/timeline.ts';
import { listAnswers, listDepositAnswers } from './timeline-answers.ts';
import { listCallbackEntries } from './timeline-callbacks.ts';
import { toTimelinePage } from './timeline-page.ts';
import { readPosition } from './timeline-position.ts';
import { listAttempts, listOtherPayments } from './timeline-requests.ts';

/** Which part of a timeline: behind `after` of the part before, or from the newest on. */
export type Part = { readonly after?: string | null; readonly size?: number };

const usualSize = 50;
/** Of a deposit that more payments claim than these, the answers of those that were heard last are shown. */
const mostClaims = 50;

/** All that was asked and told about a payment, newest first. Empty where this business has no such payment. */
export async function paymentTimeline(
  context: Context<PersonActor>,
  business: string,
  payment: string,
  { after = null, size = usualSize }: Part = {},
): Promise<TimelinePage> {
  const scope = requirePermission(context, business, 'read');
  const paymentId = parseId<PaymentId>(payment);
  if (paymentId === null) return { entries: [], after: null };
  const place = readPosition(after);
  // One more than is shown tells whether there is more.
  const limit = size + 1;
  const stretches = await Promise.all([
    listAttempts(scope, paymentId, place, limit),
    listOtherPayments(scope, paymentId, place, limit),
    listAnswers(scope, paymentId, place, limit),
    listCallbackEntries(scope, { column: 'payment_id', id: paymentId }, place, limit),
  ]);
  return toTimelinePage(stretches, size);
}

/** Every payment that was ever said to have a deposit: the answers about any of them may tell of it. */
function claimants({ paymentId, conflicts }: DepositDetail): readonly PaymentId[] {
  const contested = conflicts.find(({ field }) => field === 'paymentId')?.values ?? [];
  const ids = new Set([paymentId, ...contested.map(({ value }) => value)]);
  return [...ids].slice(0, mostClaims).map((id) => toId<PaymentId>(id));
}

/** All that was told about a deposit, newest first: its callbacks, and each answer about its payment that tells of it. */
export async function depositTimeline(
  context: Context<PersonActor>,
  business: string,
  deposit: DepositDetail,
  { after = null, size = usualSize }: Part = {},
): Promise<TimelinePage> {
  const scope = requirePermission(context, business, 'read');
  const place = readPosition(after);
  const limit = size + 1;
  const { depositId, firstObservedAt } = deposit;
  const stretches = await Promise.all([
    listDepositAnswers(
      scope,
      { depositId: toId(depositId), since: firstObservedAt, payments: claimants(deposit) },
      place,
      limit,
    ),
    listCallbackEntries(scope, { column: 'subject_id', id: depositId }, place, limit),
  ]);
  return toTimelinePage(stretches, size);
}

/** All that was told about a withdrawal, newest first. Nothing but its callback tells of one (§6.2). */
export async function withdrawalTimeline(
  context: Context<PersonActor>,
  business: string,
  withdrawal: string,
  { after = null, size = usualSize }: Part = {},
): Promise<TimelinePage> {
  const scope = requirePermission(context, business, 'read');
  const id = parseId(withdrawal);
  if (id === null) return { entries: [], after: null };
  const found = await listCallbackEntries(scope, { column: 'subject_id', id }, readPosition(after), size + 1);
  return toTimelinePage([found], size);
}
