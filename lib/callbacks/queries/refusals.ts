import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { readTimeZone } from '#lib/businesses/index.ts';
import { instantColumn } from '#lib/database/columns.ts';
import { databasePool } from '#lib/database/pools.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tRefusedCallbacks } from '#lib/messages/callbacks.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { listCallbackSecrets } from '#lib/service/index.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import type { RefusalsView, RefusedBody, UnacknowledgedWithdrawals } from '../schema/refusals.ts';
import { findRefusal } from '../store.ts';
import { readFailingDeliveries } from './failing-deliveries.ts';
import { maskHeaders } from './mask-headers.ts';
import { toRedactedText } from './redacted-content.ts';
import { listUnstored } from './unstored.ts';

const pageSize = 50;

const headers = z.record(z.string(), z.string()).catch({});
const refusalIdPattern = /^\d{1,18}$/;

const refusalRow = z.object({
  id: z.string(),
  kind: z.string(),
  reason: z.string(),
  received_at: z.date(),
  headers,
  length: z.number(),
});

/**
 * Returns a page of bodies that were refused for their size or encoding, newest first and older than `before`. Adds the
 * counts by day of callbacks that came to a wrong address or could not be stored, of these last days.
 *
 * @throws Problem 'not-found' or 'forbidden'.
 */
export async function listRefusals(
  context: Context<PersonActor>,
  business: string,
  before: string | null = null,
  dayCount?: number,
): Promise<RefusalsView> {
  const scope = requirePermission(context, business, 'read');
  const { businessId } = scope;
  const maySeeRisk = scope.may('risk.read');
  const secrets = await listCallbackSecrets();
  const cursor = before !== null && refusalIdPattern.test(before) ? before : null;
  // Time and id follow the same order, except where clocks differ.
  const { rows } = await databasePool().query(
    `SELECT id::text, kind, reason, first_seen_at AS received_at, headers, length FROM callback_refusal
      WHERE business_id = $1::uuid AND hour IS NULL AND ($2::bigint IS NULL OR (first_seen_at, id) <
        ((SELECT first_seen_at FROM callback_refusal WHERE business_id = $1::uuid AND id = $2::bigint), $2::bigint))
      ORDER BY first_seen_at DESC, id DESC LIMIT $3`,
    [businessId, cursor, pageSize + 1],
  );
  const all = z.array(refusalRow).parse(rows);
  const shown = all.slice(0, pageSize);
  const now = context.clock.now();
  return {
    refusals: shown.map(({ id, received_at, ...row }) => ({
      ...row,
      refusalId: id,
      receivedAt: instantColumn(received_at),
      headers: maskHeaders(row.headers, secrets, maySeeRisk),
      length: maySeeRisk ? row.length : null,
    })),
    next: all.length > pageSize ? (shown.at(-1)?.id ?? null) : null,
    unstored: await listUnstored(businessId, await readTimeZone(context, businessId), now, dayCount),
    failing: await readFailingDeliveries(businessId, now),
    unacknowledgedWithdrawals: await readUnacknowledgedWithdrawals(businessId),
  };
}

const countRow = z.object({ count: z.string(), up_to: z.date().nullable() });

async function readUnacknowledgedWithdrawals(
  businessId: BusinessId,
): Promise<UnacknowledgedWithdrawals | null> {
  const { rows } = await databasePool().query(
    `SELECT COALESCE(sum(count - acknowledged), 0)::text AS count, max(last_seen_at) AS up_to FROM callback_refusal
      WHERE business_id = $1::uuid AND kind = 'withdrawal' AND count > acknowledged`,
    [businessId],
  );
  const { count, up_to: upTo } = countRow.parse(rows[0]);
  // Includes refusals within the same millisecond.
  return upTo === null ? null : { count: Number(count), upTo: addMilliseconds(instantColumn(upTo), 1) };
}

/**
 * Returns the stored part of a refused body. It was never parsed, so it is withheld from people who may not see risk
 * detail. For the others, the view is audited.
 *
 * @throws Problem 'not-found' or 'forbidden'.
 */
export async function viewRefusal(
  context: Context<PersonActor>,
  business: string,
  refusal: string,
): Promise<RefusedBody> {
  const scope = requirePermission(context, business, 'read');
  const { businessId } = scope;
  const secrets = await listCallbackSecrets();
  return inTransaction(async (transaction) => {
    const body = refusalIdPattern.test(refusal)
      ? await findRefusal(transaction, businessId, BigInt(refusal))
      : null;
    if (body === null) throw new Problem('not-found', tRefusedCallbacks('errors.notFound'));
    if (!scope.may('risk.read')) return { displayFormat: 'withheld', text: '' };
    await writeAudit(transaction, context, {
      businessId,
      action: 'risk.view-raw',
      objectType: 'callback-refusal',
      objectId: refusal,
    });
    const { displayFormat, text } = toRedactedText(body, secrets);
    return { displayFormat, text };
  });
}
