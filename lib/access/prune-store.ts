import 'server-only';
import { database } from '#lib/database/pools.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant, toDate } from '#lib/values/instant.ts';
import { pruneAccountLimits } from './account-limit-store.ts';
import { maxSessionMs } from './session-limits.ts';

/** Ended sessions stay for 30 days, so that a person can see where they were signed in. */
const retentionMs = 30 * 86_400_000;

/** Deletes sessions that ended long ago and expired attempt counters. */
export async function pruneAccess(
  now: Instant,
): Promise<{ sessions: number; tries: number; ceilings: number }> {
  const ended = toDate(instant(now - maxSessionMs - retentionMs));
  const sessions = await database().session.deleteMany({ where: { createdAt: { lt: ended } } });
  const tries = await database().rateLimit.deleteMany({ where: { expire: { lt: BigInt(now) } } });
  return { sessions: sessions.count, tries: tries.count, ceilings: await pruneAccountLimits(now) };
}
