import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { readingHealth } from '#lib/payments/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { databasePool } from '#lib/platform/db.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { countBound } from '#lib/values/list-query.ts';
import { queueViews } from '../schema-choices.ts';
import type { Desk } from '../schema-queue.ts';
import { deskPeople } from './people.ts';
import { countParts } from './queue-parts.ts';

async function seenAtAll(businessId: BusinessId): Promise<{ recorded: boolean; assessed: boolean }> {
  const { rows } = await databasePool().query<{ recorded: boolean; assessed: boolean }>(
    `SELECT EXISTS (SELECT FROM deposit WHERE business_id = $1::uuid AND record_seen) AS recorded,
            EXISTS (SELECT FROM deposit_risk WHERE business_id = $1::uuid) AS assessed`,
    [businessId],
  );
  return { recorded: rows[0]?.recorded ?? false, assessed: rows[0]?.assessed ?? false };
}

/**
 * What the queue's page shows beside its rows: how much waits in each part, who works here, and whether what could flag
 * a deposit arrives at all. Throws Problem 'not-found' or 'forbidden'.
 */
export async function readDesk(context: Context<PersonActor>, business: string): Promise<Desk> {
  const { businessId } = requirePermission(context, business, 'review.work');
  const [counts, people, health, seen] = await Promise.all([
    countParts(context, businessId, queueViews, countBound),
    deskPeople(businessId),
    readingHealth(context, businessId),
    seenAtAll(businessId),
  ]);
  return {
    counts,
    bound: countBound,
    source: { ...health, ...seen },
    people,
    me: context.actor.personId,
  };
}
