import 'server-only';
import * as z from 'zod';
import type { Scope } from '#lib/access/index.ts';
import { requirePermission } from '#lib/access/index.ts';
import { database } from '#lib/database/pools.ts';
import { approvalDays } from '#lib/payments/create/model/intent.ts';
import { fieldText } from '#lib/payments/create/model/request.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { listProposals, readSettings } from '#lib/proposals/index.ts';
import { parseAmount } from '#lib/values/amount.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import { isJsonObject } from '#lib/values/json.ts';
import { parseJson } from '#lib/values/lossless-json.ts';
import { limitProposals } from './limit-proposals.ts';
import { toLimits } from './model.ts';
import { paymentProposals } from './payment-proposals.ts';
import type { LimitsView, WaitingPayment } from './schema.ts';

const maximumWaiting = 50;

/** Returns the limits of the business and the proposals that wait. @throws Problem 'not-found' or 'forbidden'. */
export const readLimits = async (context: Context<PersonActor>, business: string): Promise<LimitsView> =>
  findLimits(context, requirePermission(context, business, 'read'));

/**
 * Returns the same for people who answer these proposals, also without reading anything else of the business.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export const listLimitProposals = async (
  context: Context<PersonActor>,
  business: string,
): Promise<LimitsView> => findLimits(context, requirePermission(context, business, 'proposal.answer'));

async function findLimits(context: Context<PersonActor>, { businessId, may }: Scope): Promise<LimitsView> {
  const [limits, changes] = await Promise.all([
    readSettings(limitProposals, businessId),
    listProposals(context, limitProposals, businessId),
  ]);
  return { limits: toLimits(limits), changes, mayManage: may('connection.manage') };
}

function readFields(requestBody: string): WaitingPayment['fields'] {
  const { value } = parseJson(requestBody);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).map(([field, inner]) => ({ field, value: fieldText(inner) }));
}

/** Finds the oldest payments that wait or were not sent. */
async function findWaitingIds(businessId: BusinessId, now: Instant): Promise<readonly string[]> {
  const rows: unknown = await database().$queryRaw`
    SELECT p.proposal_id::text AS "proposalId"
      FROM payment_intent i
      JOIN proposal p ON p.business_id = i.business_id AND p.kind = 'payment' AND p.subject = i.id::text
     WHERE i.business_id = ${businessId}::uuid AND i.state = 'PROPOSED'
       AND (p.state = 'proposed' AND NOT EXISTS (SELECT FROM api_token t WHERE t.token_id = p.token_id
                                AND (t.revoked_at IS NOT NULL OR t.expires_at <= ${toDate(now)}::timestamptz))
            OR p.state = 'final' AND p.answered_at > now() - make_interval(days => ${approvalDays}::int))
     ORDER BY p.proposed_at LIMIT ${maximumWaiting}`;
  return z
    .array(z.object({ proposalId: z.string() }))
    .parse(rows)
    .map(({ proposalId }) => proposalId);
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
  const { businessId } = requirePermission(context, business, 'payment.approve');
  const ids = await findWaitingIds(businessId, context.clock.now());
  const waiting = await listProposals(context, paymentProposals, businessId, ids);
  return waiting.map(({ subject: _intentId, after, state, ...proposal }): WaitingPayment => {
    const fields = readFields(after.requestBody);
    const sentFields = new Map(fields.map(({ field, value }) => [field, value]));
    return {
      ...proposal,
      clientPaymentId: sentFields.get('clientPaymentId') ?? '',
      price: {
        amount: parseAmount(sentFields.get('displayAmount') ?? sentFields.get('depositAmount') ?? ''),
        currency: sentFields.get('displayCurrency') ?? sentFields.get('depositCurrency') ?? '',
      },
      state: state === 'final' ? 'approved' : 'proposed',
      fields,
    };
  });
}
