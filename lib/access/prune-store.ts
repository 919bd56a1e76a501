import 'server-only';
import { database, databasePool } from '#lib/database/pools.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant, toDate } from '#lib/values/instant.ts';
import { pruneAccountLimits } from './account-limit-store.ts';
import { maxSessionMs } from './session-limits.ts';

/** Ended sessions stay for 30 days, so that a person can see where they were signed in. */
const retentionMs = 30 * 86_400_000;

/**
 * Keeps the last activity of the people whose sessions began before $1. It commits before the sessions are deleted:
 * verbs lock a person before their sessions, and the other order in one transaction could end in a deadlock.
 */
const keepLastActivitySql = `
  WITH latest AS (
    SELECT person_id, max(last_seen_at) AS last_seen_at FROM session WHERE created_at < $1 GROUP BY person_id
  ), locked AS (
    -- In the order of lockMembersWith.
    SELECT id FROM person WHERE id IN (SELECT person_id FROM latest) ORDER BY id FOR NO KEY UPDATE
  )
  UPDATE person SET last_seen_at = latest.last_seen_at FROM latest JOIN locked ON locked.id = latest.person_id
   WHERE person.id = latest.person_id
     AND (person.last_seen_at IS NULL OR person.last_seen_at < latest.last_seen_at)`;

/** Deletes sessions that ended long ago and expired attempt counters. */
export async function pruneAccess(
  now: Instant,
): Promise<{ sessions: number; tries: number; ceilings: number }> {
  const ended = toDate(instant(now - maxSessionMs() - retentionMs));
  await databasePool().query(keepLastActivitySql, [ended]);
  const sessions = await database().session.deleteMany({ where: { createdAt: { lt: ended } } });
  const tries = await database().rateLimit.deleteMany({ where: { expire: { lt: BigInt(now) } } });
  return { sessions: sessions.count, tries: tries.count, ceilings: await pruneAccountLimits(now) };
}
