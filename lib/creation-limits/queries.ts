import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { instantColumn, mapNullable, toAmount } from '#lib/database/columns.ts';
import { database } from '#lib/database/pools.ts';
import { fieldText } from '#lib/payments/create/model/request.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { parseAmount } from '#lib/values/amount.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { isJsonObject } from '#lib/values/json.ts';
import { parseJson } from '#lib/values/lossless-json.ts';
import type { LimitsView, WaitingPayment } from './schema.ts';

const maximumWaiting = 50;

async function findNames(personIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (personIds.length === 0) return new Map();
  const people = await database().person.findMany({
    where: { id: { in: [...new Set(personIds)] } },
    select: { id: true, name: true },
  });
  return new Map(people.map(({ id, name }) => [id, name]));
}

/** Returns the limits of the business and the proposals that wait. @throws Problem 'not-found'. */
export async function readLimits(context: Context<PersonActor>, business: string): Promise<LimitsView> {
  const { businessId, may } = requirePermission(context, business, 'read');
  const [limits, changes] = await Promise.all([
    database().creationLimit.findMany({ where: { businessId }, orderBy: { currency: 'asc' } }),
    database().creationLimitChange.findMany({
      where: { businessId, state: 'proposed' },
      orderBy: { proposedAt: 'asc' },
    }),
  ]);
  const names = await findNames(changes.map(({ proposedById }) => proposedById));
  return {
    limits: limits.map(({ currency, amount }) => ({ currency, amount: toAmount(amount) })),
    changes: changes.map(({ changeId, currency, amount, proposedById, proposedAt }) => ({
      changeId,
      currency,
      amount: mapNullable(amount, toAmount),
      proposedBy: names.get(proposedById) ?? '',
      proposedAt: instantColumn(proposedAt),
      isMine: proposedById === context.actor.personId,
    })),
    mayManage: may('connection.manage'),
  };
}

function readFields(requestBody: string): WaitingPayment['fields'] {
  const { value } = parseJson(requestBody);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).map(([field, inner]) => ({ field, value: fieldText(inner) }));
}

/** Finds the oldest payments that wait or were not sent. A request with another body is another one. */
async function findWaitingIds(businessId: BusinessId): Promise<readonly string[]> {
  const rows: unknown = await database().$queryRaw`
    SELECT approval_id::text AS "approvalId" FROM payment_approval a
     WHERE a.business_id = ${businessId}::uuid
       AND (a.state = 'proposed'
            OR (a.state = 'final' AND approval_counts(a.answered_at)
                AND NOT EXISTS (SELECT FROM payment_intent i
                                 WHERE i.business_id = a.business_id AND i.client_payment_id = a.client_payment_id
                                   AND i.request_body = a.request_body)))
     ORDER BY a.proposed_at LIMIT ${maximumWaiting}`;
  return z
    .array(z.object({ approvalId: z.string() }))
    .parse(rows)
    .map(({ approvalId }) => approvalId);
}

/**
 * Returns the payments that wait for a second person, and the approved ones that were not sent, oldest first.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function listWaitingPayments(
  context: Context<PersonActor>,
  business: string,
): Promise<readonly WaitingPayment[]> {
  const { businessId } = requirePermission(context, business, 'payment.create');
  const waiting = await database().paymentApproval.findMany({
    where: { businessId, approvalId: { in: [...(await findWaitingIds(businessId))] } },
    orderBy: { proposedAt: 'asc' },
  });
  const names = await findNames(waiting.map(({ proposedById }) => proposedById));
  return waiting.map((row): WaitingPayment => {
    const fields = readFields(row.requestBody);
    const sentFields = new Map(fields.map(({ field, value }) => [field, value]));
    return {
      approvalId: row.approvalId,
      clientPaymentId: row.clientPaymentId,
      price: {
        amount: parseAmount(sentFields.get('displayAmount') ?? sentFields.get('depositAmount') ?? ''),
        currency: sentFields.get('displayCurrency') ?? sentFields.get('depositCurrency') ?? '',
      },
      state: row.state === 'final' ? 'approved' : 'proposed',
      proposedBy: names.get(row.proposedById) ?? '',
      proposedAt: instantColumn(row.proposedAt),
      isMine: row.proposedById === context.actor.personId,
      fields,
    };
  });
}
