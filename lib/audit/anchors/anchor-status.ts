import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { readAnchorState } from './queries.ts';
import type { AnchorStatus } from './schema.ts';
import { anchorSettings, isAnchored } from './settings.ts';
import { latestAnchor } from './store.ts';

/** So many intervals may pass, and at least so long, before a worker that does not run raises the alarm. */
const lateIntervals = 3;
const lateAtLeastMs = 15 * 60_000;

/** Whether the audit log is anchored. For rooms that have checked the permission, and for the metrics. */
export async function anchorStatus(now: Instant): Promise<AnchorStatus> {
  const settings = anchorSettings();
  const [state, latest] = await Promise.all([readAnchorState(), latestAnchor()]);
  const newest = { number: latest === null ? null : String(latest.number), at: latest?.at ?? null };
  const { failure = null, failingSince = null, checkedAt = null } = state ?? {};
  const lateMs = Math.max(lateIntervals * settings.everyMs, lateAtLeastMs);
  const stateName = !isAnchored(settings)
    ? 'off'
    : failure !== null
      ? 'failing'
      : checkedAt === null
        ? 'waiting'
        : now - checkedAt > lateMs
          ? 'late'
          : 'current';
  return { state: stateName, failure, failingSince, ...newest };
}

/** The same for a person who may read the audit log. */
export function readAnchorStatus(
  context: Context<PersonActor>,
  businessId: BusinessId,
): Promise<AnchorStatus> {
  requirePermission(context, businessId, 'audit.read');
  return anchorStatus(context.clock.now());
}
