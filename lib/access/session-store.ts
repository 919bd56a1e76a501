import 'server-only';
import * as z from 'zod';
import { database, databasePool } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { PersonActor } from '#lib/platform/context.ts';
import type { BusinessId, PersonId, SessionId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant, toDate } from '#lib/values/instant.ts';
import { roles } from '#lib/values/roles.ts';
import { idleMs, maxSessionMs, touchEveryMs } from './session-limits.ts';

const liveSession = z.object({
  person_id: z.string(),
  email: z.string(),
  name: z.string(),
  memberships: z.array(z.object({ business: z.string(), role: z.enum(roles) })),
});

/** After a restored backup, only owners have access until one of them confirms the people of the business. */
const membershipCounts = `(role = 'owner' OR NOT EXISTS (
  SELECT FROM database_restore_people unconfirmed
   WHERE unconfirmed.business_id = membership.business_id AND unconfirmed.confirmed_at IS NULL))`;

/** Bypasses Prisma, which costs several times as much as this statement: every request runs it. */
const liveSessionSql = `
  SELECT person.id AS person_id, person.email, person.name,
         coalesce((SELECT jsonb_agg(jsonb_build_object('business', business_id, 'role', role)
                                     ORDER BY created_at, business_id)
                     FROM membership WHERE person_id = person.id AND disabled_at IS NULL AND ${membershipCounts}), '[]') AS memberships
    FROM session JOIN person ON person.id = session.person_id
   WHERE session.id = $1::uuid
     AND session.revoked_at IS NULL
     AND person.disabled_at IS NULL
     AND session.last_seen_at > $2::timestamptz
     AND session.created_at > $3::timestamptz`;

/** Returns the person of an open session with their current roles, oldest first, or null if the session has ended. */
export async function findPerson(sessionId: SessionId, now: Instant): Promise<PersonActor | null> {
  const { rows } = await databasePool().query(liveSessionSql, [
    sessionId,
    toDate(instant(now - idleMs)),
    toDate(instant(now - maxSessionMs)),
  ]);
  if (rows[0] === undefined) return null;
  const session = liveSession.parse(rows[0]);
  return {
    kind: 'person',
    personId: toId<PersonId>(session.person_id),
    sessionId,
    email: session.email,
    name: session.name,
    roles: new Map(session.memberships.map(({ business, role }) => [toId<BusinessId>(business), role])),
  };
}

/** Records activity of the person, at most once a minute. */
export async function touchSession(sessionId: SessionId, now: Instant): Promise<void> {
  await database().session.updateMany({
    where: { id: sessionId, revokedAt: null, lastSeenAt: { lt: toDate(instant(now - touchEveryMs)) } },
    data: { lastSeenAt: toDate(now) },
  });
}

/** Revokes every open session, so that all people have to sign in again. Returns their number. */
export async function revokeEverySession(now: Instant): Promise<number> {
  const { count } = await database().session.updateMany({
    where: { revokedAt: null },
    data: { revokedAt: toDate(now) },
  });
  return count;
}

/** Opens a session. Its id goes into the token that the browser keeps. */
export async function openSession(
  transaction: Transaction,
  input: { personId: PersonId; now: Instant; address: string | null; userAgent: string | null },
): Promise<SessionId> {
  const at = toDate(input.now);
  const session = await transaction.session.create({
    data: {
      personId: input.personId,
      createdAt: at,
      lastSeenAt: at,
      address: input.address,
      userAgent: input.userAgent,
    },
    select: { id: true },
  });
  return toId<SessionId>(session.id);
}

/** Ends a session on all devices. Returns true if it was still open. */
export async function endSession(
  transaction: Transaction,
  sessionId: SessionId,
  now: Instant,
): Promise<boolean> {
  const ended = await transaction.session.updateMany({
    where: { id: sessionId, revokedAt: null },
    data: { revokedAt: toDate(now) },
  });
  return ended.count > 0;
}

/** Ends every open session of a person. Returns their number. */
export async function endAllSessions(
  transaction: Transaction,
  personId: PersonId,
  now: Instant,
): Promise<number> {
  const ended = await transaction.session.updateMany({
    where: { personId, revokedAt: null },
    data: { revokedAt: toDate(now) },
  });
  return ended.count;
}
