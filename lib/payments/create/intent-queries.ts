import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { tPaymentRefusals } from '#lib/messages/payments.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, IntentId, PaymentId } from '#lib/values/ids.ts';
import { clientPaymentId, parseId, toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, toDate } from '#lib/values/instant.ts';
import { isJsonObject } from '#lib/values/json.ts';
import { toSafeLink } from '#lib/values/links.ts';
import { parseJson } from '#lib/values/lossless-json.ts';
import type { UnixSeconds } from '#lib/values/unix-seconds.ts';
import { fromDate as secondsOf } from '#lib/values/unix-seconds.ts';
import { parseIntentState } from './intent-store.ts';
import { interruptedAfterMs, toEffectiveState } from './model/intent.ts';
import { fieldText } from './model/request.ts';
import type { IntentError, IntentLine, IntentState, IntentView } from './schema/intent.ts';

/** Refused and unsent requests are listed this long. Unknown ones are listed until they are settled. */
const refusalsShownDays = 7;
/** Requests with several payments are listed this long after the last one was found. */
const furtherPaymentsShownDays = 30;
const openIds = z.array(z.object({ id: z.string() }));
const maximumOpenIntents = 50;
/** Maximum number of payments shown for one intent. */
const maximumPayments = 20;

const intentPaymentsSql = { orderBy: { foundAt: 'asc' }, take: maximumPayments } as const;

type Row = Awaited<ReturnType<typeof readRows>>[number];

const interrupted: IntentError = {
  code: 'interrupted',
  message: tPaymentRefusals('sendAgain.interrupted'),
  httpStatus: null,
};

function toError(row: Row, state: IntentState): IntentError | null {
  if (state === 'CREATED' || state === 'SENDING') return null;
  if (row.errorCode === null) return state === 'UNKNOWN' ? interrupted : null;
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

const toIntentPayment = (link: { readonly paymentId: string; readonly confirmed: boolean }) => ({
  paymentId: toId<PaymentId>(link.paymentId),
  confirmed: link.confirmed,
});

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
    payments: row.payments.map(toIntentPayment),
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
  const { businessId } = requirePermission(context, business, 'read', 'payments:read', 'payments:write');
  const intentId = parseId<IntentId>(intent);
  const row =
    intentId &&
    (await database().paymentIntent.findFirst({
      where: { id: intentId, businessId },
      include: { payments: intentPaymentsSql, _count: { select: { attempts: true } } },
    }));
  if (!row) return null;
  const line = toLine(row, await readNames([row.createdById]), context.clock.now());
  // A payment of an earlier request with the same ID may be payable, too.
  const earlier = await database().intentPayment.findMany({
    where: {
      intent: { businessId, clientPaymentId: row.clientPaymentId, createdAt: { lt: row.createdAt } },
    },
    ...intentPaymentsSql,
  });
  const link = row.paymentUrl ?? (await readLink(businessId, row.paymentId));
  return {
    ...line,
    payments: [...earlier.map(toIntentPayment), ...line.payments],
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
 * SQL of the requests that need a person. These are unknown and interrupted ones, and those that were recently refused or
 * could not be sent, unless another request repeats them. Created ones have further payments that a customer can still pay
 * or has paid. `$2` is now.
 */
const openIntentsSql = `
  SELECT id::text, changed_at AS at FROM payment_intent open
   WHERE business_id = $1::uuid
     AND (state = 'UNKNOWN'
          OR state = 'SENDING' AND changed_at < $2::timestamptz - interval '${interruptedAfterMs} milliseconds'
          OR state IN ('REJECTED', 'UNSENT') AND changed_at > $2::timestamptz - interval '${refusalsShownDays} days'
             AND EXISTS (SELECT FROM payment_attempt attempt WHERE attempt.intent_id = open.id)
             AND NOT EXISTS (SELECT FROM payment_intent later
                              WHERE later.business_id = open.business_id AND later.client_payment_id = open.client_payment_id
                                AND later.created_at > open.created_at))
  UNION
  SELECT intent.id::text, intent.changed_at
    FROM (SELECT intent_id FROM intent_payment
           WHERE business_id = $1::uuid AND is_further
             AND found_at > $2::timestamptz - interval '${furtherPaymentsShownDays} days'
           ORDER BY found_at DESC LIMIT ${maximumOpenIntents}) watched
    JOIN payment_intent intent ON intent.id = watched.intent_id AND intent.state = 'CREATED'
    JOIN intent_payment link ON link.intent_id = intent.id AND link.payment_id <> intent.payment_id
    JOIN payment ON payment.business_id = link.business_id AND payment.payment_id = link.payment_id
   WHERE payment.deposit_count > 0 OR payment.status IS NULL OR payment.status IN ('NEW', 'PENDING', 'AWAITING')`;

async function findOpenIds(businessId: BusinessId, now: Instant): Promise<readonly string[]> {
  const { rows } = await databasePool().query(
    `SELECT id FROM (${openIntentsSql}) AS open ORDER BY at DESC LIMIT ${maximumOpenIntents}`,
    [businessId, toDate(now)],
  );
  return openIds.parse(rows).map(({ id }) => id);
}

const readRows = (businessId: BusinessId, ids: readonly string[]) =>
  database().paymentIntent.findMany({
    where: { businessId, id: { in: [...ids] } },
    include: { payments: intentPaymentsSql },
    orderBy: { changedAt: 'desc' },
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
  const rows = await readRows(businessId, await findOpenIds(businessId, now));
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
