import 'server-only';
import * as z from 'zod';
import type { Scope } from '#lib/access/index.ts';
import { requirePermission } from '#lib/access/index.ts';
import { readCallbackSilence } from '#lib/callbacks/index.ts';
import { databasePool } from '#lib/database/pools.ts';
import { tInstanceChecks } from '#lib/messages/operations.ts';
import { listJobRuns, listParts } from '#lib/operations/index.ts';
import type { PartView } from '#lib/operations/schema.ts';

import type { Context, PersonActor } from '#lib/platform/context.ts';
import { measureQueueView } from '#lib/reviews/index.ts';
import { canReadPayments } from '#lib/service/index.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, toDate } from '#lib/values/instant.ts';
import { checkInstance } from '../instance/check-instance.ts';
import { attemptCheck, toInstanceCheck } from '../instance/instance-check.ts';
import type { CheckView, StatusQueue, StatusView } from '../schema.ts';

/** Counting a queue stops here. */
const maxDepth = 1_000;

/** SQL of the waiting items of a business, each with the time since when it waits, the oldest first. */
const queueSql = {
  'callbacks-quarantined': `SELECT first_received_at AS at FROM callback_message
     WHERE business_id = $1::uuid AND verdict = 'quarantined' AND ($4::boolean OR shown_with IS NULL)
     ORDER BY first_received_at, id`,
  'callbacks-to-fold': `SELECT first_received_at AS at FROM callback_message
     WHERE business_id = $1::uuid AND verdict = 'received' AND verdict <> 'applied'
     ORDER BY first_received_at, id`,
  'payments-due': `SELECT next_read_at AS at FROM payment
     WHERE business_id = $1::uuid AND next_read_at <= $2::timestamptz ORDER BY next_read_at`,
  'batch-rows': `SELECT batch.confirmed_at AS at FROM payment_batch AS batch
       JOIN payment_batch_row AS one ON one.business_id = batch.business_id AND one.batch_id = batch.batch_id
       JOIN payment_intent AS intent ON intent.business_id = one.business_id AND intent.id = one.intent_id
     WHERE batch.business_id = $1::uuid AND batch.state = 'running' AND intent.state IN ('QUEUED', 'SENDING')
     ORDER BY batch.confirmed_at`,
  exports: `SELECT asked_at AS at FROM export_file WHERE business_id = $1::uuid AND state = 'running' ORDER BY asked_at`,
  reprocessing: `SELECT requested_at AS at FROM callback_reprocessing
     WHERE business_id = $1::uuid AND state = 'waiting' ORDER BY requested_at`,
} as const;

const queueRow = z.object({
  key: z.enum([
    'callbacks-quarantined',
    'callbacks-to-fold',
    'payments-due',
    'batch-rows',
    'exports',
    'reprocessing',
  ]),
  depth: z.number(),
  oldest_at: z.date().nullable(),
});

const queuesSql = Object.entries(queueSql)
  .map(
    ([key, sql]) =>
      `SELECT '${key}' AS key, count(*)::int AS depth, min(at) AS oldest_at FROM (${sql} LIMIT $3) AS waiting`,
  )
  .join(' UNION ALL ');

/** Review cases are hidden from roles that don't work them, and so is their number. */
async function listReviewQueue(context: Context<PersonActor>, scope: Scope): Promise<readonly StatusQueue[]> {
  if (!scope.may('review.work')) return [];
  const { count, oldest } = await measureQueueView(context, scope.businessId, 'open', maxDepth);
  return [{ key: 'reviews', depth: Math.min(count, maxDepth), more: count > maxDepth, oldestAt: oldest }];
}

async function listQueues(
  context: Context<PersonActor>,
  scope: Scope,
  now: Instant,
): Promise<readonly StatusQueue[]> {
  const { rows } = await databasePool().query(queuesSql, [
    scope.businessId,
    toDate(now),
    maxDepth + 1,
    scope.may('risk.read'),
  ]);
  const queues = z
    .array(queueRow)
    .parse(rows)
    .filter(({ key }) => key !== 'payments-due' || canReadPayments())
    .map(
      ({ key, depth, oldest_at }): StatusQueue => ({
        key,
        depth: Math.min(depth, maxDepth),
        more: depth > maxDepth,
        oldestAt: oldest_at === null ? null : fromDate(oldest_at),
      }),
    );
  return [...queues, ...(await listReviewQueue(context, scope))];
}

async function checkSilence(scope: Scope, now: Instant): Promise<readonly CheckView[]> {
  const key = 'callback-silence';
  const silence = await readCallbackSilence(scope.businessId, now, maxDepth);
  return [
    silence === null
      ? toInstanceCheck(key, 'good', tInstanceChecks('silence.good'))
      : toInstanceCheck(key, 'attention', tInstanceChecks('silence.silent', { count: silence.waiting })),
  ];
}

/** Leaves out ended processes that another one of the same part has replaced. */
const listCurrentParts = (parts: readonly PartView[]): readonly PartView[] =>
  parts.filter(
    ({ part, isSilent }) => !isSilent || !parts.some((other) => other.part === part && !other.isSilent),
  );

/**
 * Returns the state of the installation: the checks of `npm run doctor` that need no other server, the processes, the
 * last run of each job, and the queues of this business. It contains nothing of another business.
 * @throws Problem 'not-found' or 'forbidden'.
 */
export async function readStatus(context: Context<PersonActor>, business: string): Promise<StatusView> {
  const scope = requirePermission(context, business, 'connection.manage');
  const now = context.clock.now();
  const [{ checks }, silence, parts, jobs, queues] = await Promise.all([
    checkInstance(now),
    attemptCheck('callback-silence', () => checkSilence(scope, now)),
    listParts(),
    listJobRuns(),
    listQueues(context, scope, now),
  ]);
  return { checkedAt: now, checks: [...checks, ...silence], parts: listCurrentParts(parts), jobs, queues };
}
