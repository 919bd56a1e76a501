import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { readAnchorState } from './queries.ts';
import type { AnchorStatus } from './schema.ts';
import { hasDestination, readAnchorSettings } from './settings.ts';
import { findLatestAnchor } from './store.ts';

/** The worker is late after this many intervals. */
const lateIntervals = 3;

/** Returns the state of the anchors, for metrics and for callers that have checked the permission. */
export async function findAnchorStatus(now: Instant): Promise<AnchorStatus> {
  const settings = readAnchorSettings();
  const [state, latest] = await Promise.all([readAnchorState(), findLatestAnchor()]);
  const newest = { number: latest === null ? null : String(latest.number), at: latest?.at ?? null };
  const { failure = null, failingSince = null, checkedAt = null } = state ?? {};
  const lateMs = lateIntervals * settings.everyMs;
  const stateName = !hasDestination(settings)
    ? 'off'
    : failure !== null
      ? 'failing'
      : checkedAt === null
        ? 'waiting'
        : now - checkedAt > lateMs
          ? 'late'
          : 'current';
  return { state: stateName, failure, failingSince, checkedAt, ...newest };
}

/** Returns the state of the anchors to a person who may read the audit log. */
export function readAnchorStatus(
  context: Context<PersonActor>,
  businessId: BusinessId,
): Promise<AnchorStatus> {
  requirePermission(context, businessId, 'audit.read');
  return findAnchorStatus(context.clock.now());
}
