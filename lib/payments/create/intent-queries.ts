import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { tPaymentRefusals } from '#lib/messages/payment-refusals.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, IntentId, PaymentId } from '#lib/values/ids.ts';
import { clientPaymentId, parseId, toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, fromDate, toDate } from '#lib/values/instant.ts';
import { isJsonObject } from '#lib/values/json.ts';
import { toSafeLink } from '#lib/values/links.ts';
import { parseJson } from '#lib/values/lossless-json.ts';
import type { UnixSeconds } from '#lib/values/unix-seconds.ts';
import { fromDate as secondsOf } from '#lib/values/unix-seconds.ts';
import { parseIntentState } from './intent-store.ts';
import { interruptedAfterMs, toEffectiveState } from './model/intent.ts';
import { fieldText } from './model/request.ts';
import type { IntentError, IntentLine, IntentState, IntentView } from './schema/intent.ts';

/** Refusals are listed this long. Unknown and unsent requests are listed until they are settled. */
const refusalsShownMs = 7 * 24 * 60 * 60_000;
/** Requests with several payments are listed this long after the last one was found. */
const furtherPaymentsShownMs = 30 * 24 * 60 * 60_000;
const watchedShape = z.array(z.object({ intentId: z.string() }));
const maximumOpenIntents = 50;
/** Maximum number of payments shown for one intent. */
const maximumPayments = 20;

const intentPaymentsSql = { orderBy: { foundAt: 'asc' }, take: maximumPayments } as const;

type Row = Awaited<ReturnType<typeof openRows>>[number];

const interrupted: IntentError = {
  code: 'interrupted',
  message: tPaymentRefusals('sendAgain.interrupted'),
  httpStatus: null,
};

function toError(row: Row, state: IntentState): IntentError | null {
  if (state === 'CREATED' || state === 'SENDING') return null;
  if (row.errorCode === null) return interrupted;
  return { code: row.errorCode, message: row.errorMessage ?? '', httpStatus: row.httpStatus };
}

function sentFields(requestBody: string): { field: string; value: string }[] {
  const { value } = parseJson(requestBody);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).map(([field, inner]) => ({ field, value: fieldText(inner) }));
}

async function readNames(personIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const people = await database().person.findMany({
    where: { id: { in: [...new Set(personIds)] } },
    select: { id: true, name: true },
  });
  return new Map(people.map((person) => [person.id, person.name]));
}

function toLine(row: Row, names: ReadonlyMap<string, string>, now: Instant): IntentLine {
  const state = toEffectiveState(parseIntentState(row.state), fromDate(row.changedAt), now);
  const sent = new Map(sentFields(row.requestBody).map(({ field, value }) => [field, value]));
  const amount = sent.get('displayAmount') ?? sent.get('depositAmount');
  const currency = sent.get('displayCurrency') ?? sent.get('depositCurrency');
  return {
    intentId: toId<IntentId>(row.id),
    clientPaymentId: clientPaymentId(row.clientPaymentId),
    state,
    createdAt: fromDate(row.createdAt),
    changedAt: fromDate(row.changedAt),
    createdBy: names.get(row.createdById) ?? '',
    error: toError(row, state),
    payments: row.payments.map(({ paymentId, confirmed }) => ({
      paymentId: toId<PaymentId>(paymentId),
      confirmed,
    })),
    price: amount === undefined || currency === undefined ? null : { amount, currency },
  };
}

/** Returns a payment's checkout link from any source other than the create answer. */
async function readLink(businessId: BusinessId, paymentId: string | null): Promise<string | null> {
  if (paymentId === null) return null;
  const payment = await database().payment.findUnique({
    where: { businessId_paymentId: { businessId, paymentId } },
    select: { paymentUrl: true, url: true },
  });
  return payment?.paymentUrl ?? payment?.url ?? null;
}

/** Counts the attempts that may have created a payment: created, unknown and interrupted ones. */
const countPossiblePayments = (intentId: IntentId): Promise<number> =>
  database().paymentAttempt.count({
    where: { intentId, OR: [{ outcome: null }, { outcome: { in: ['CREATED', 'UNKNOWN'] } }] },
  });

/** Finds a payment request in any state. Returns null when this business has none with this id. */
export async function findIntent(
  context: Context<PersonActor>,
  business: string,
  intent: string,
): Promise<IntentView | null> {
  const { businessId } = requirePermission(context, business, 'read');
  const intentId = parseId<IntentId>(intent);
  const row =
    intentId &&
    (await database().paymentIntent.findFirst({
      where: { id: intentId, businessId },
      include: { payments: intentPaymentsSql, _count: { select: { attempts: true } } },
    }));
  if (!row) return null;
  const line = toLine(row, await readNames([row.createdById]), context.clock.now());
  const link = row.paymentUrl ?? (await readLink(businessId, row.paymentId));
  return {
    ...line,
    businessId,
    sent: sentFields(row.requestBody),
    requestBody: row.requestBody,
    attempts: row._count.attempts,
    unaccounted: Math.max(0, (await countPossiblePayments(line.intentId)) - row.payments.length),
    paymentId: row.paymentId === null ? null : toId<PaymentId>(row.paymentId),
    paymentUrl: link !== null && toSafeLink(link) !== null ? link : null,
  };
}

/** Returns a payment request. @throws Problem 'not-found'. */
export async function readIntentView(
  context: Context<PersonActor>,
  business: string,
  intent: string,
): Promise<IntentView> {
  const found = await findIntent(context, business, intent);
  if (found === null) throw new Problem('not-found', tPaymentRefusals('sendAgain.notFound'));
  return found;
}

/**
 * Finds created requests with further payments that a customer can still pay or has paid. The database finds them by the
 * index of further payments, of which there are few.
 */
async function findWatchedIntents(businessId: BusinessId, now: Instant): Promise<readonly string[]> {
  const { rows } = await databasePool().query(
    `SELECT DISTINCT watched.intent_id::text AS "intentId"
       FROM (SELECT intent_id FROM intent_payment
              WHERE business_id = $1::uuid AND is_further AND found_at > $2::timestamptz
              ORDER BY found_at DESC LIMIT ${maximumOpenIntents}) watched
       JOIN payment_intent intent ON intent.id = watched.intent_id AND intent.state = 'CREATED'
       JOIN intent_payment link ON link.intent_id = intent.id AND link.payment_id <> intent.payment_id
       JOIN payment ON payment.business_id = link.business_id AND payment.payment_id = link.payment_id
      WHERE payment.deposit_count > 0 OR payment.status IS NULL OR payment.status IN ('NEW', 'PENDING', 'AWAITING')`,
    [businessId, toDate(addMilliseconds(now, -furtherPaymentsShownMs))],
  );
  return watchedShape.parse(rows).map(({ intentId }) => intentId);
}

const openRows = (businessId: BusinessId, now: Instant, watched: readonly string[] = []) =>
  database().paymentIntent.findMany({
    where: {
      businessId,
      OR: [
        { id: { in: [...watched] } },
        { state: { in: ['DRAFT', 'UNKNOWN'] } },
        { state: 'SENDING', changedAt: { lt: toDate(addMilliseconds(now, -interruptedAfterMs)) } },
        { state: 'REJECTED', changedAt: { gt: toDate(addMilliseconds(now, -refusalsShownMs)) } },
      ],
    },
    include: { payments: intentPaymentsSql },
    orderBy: { changedAt: 'desc' },
    take: maximumOpenIntents,
  });

/**
 * Lists requests that need a person: unknown, unsent and recently refused ones, and created ones with further payments
 * that a customer can pay. Newest change first.
 */
export async function listOpenIntents(
  context: Context<PersonActor>,
  business: string,
): Promise<readonly IntentLine[]> {
  const { businessId } = requirePermission(context, business, 'read');
  const now = context.clock.now();
  const rows = await openRows(businessId, now, await findWatchedIntents(businessId, now));
  const names = await readNames(rows.map((row) => row.createdById));
  return rows.map((row) => toLine(row, names, now));
}

/** Returns the time of the payment's request at the service, or null when no source reported it. */
export async function findPaymentRequestedAt(
  transaction: Transaction,
  businessId: BusinessId,
  paymentId: PaymentId,
): Promise<UnixSeconds | null> {
  const payment = await transaction.payment.findUnique({
    where: { businessId_paymentId: { businessId, paymentId } },
    select: { paymentInitiatedAt: true, paymentRequestedAt: true },
  });
  const at = payment?.paymentInitiatedAt ?? payment?.paymentRequestedAt ?? null;
  return at === null ? null : secondsOf(at);
}
