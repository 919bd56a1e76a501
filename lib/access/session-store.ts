import 'server-only';
import * as z from 'zod';
import { database, databasePool } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { PersonActor } from '#lib/platform/context.ts';
import { env } from '#lib/platform/env.ts';
import type { BusinessId, PersonId, SessionId } from '#lib/values/ids.ts';
import { randomId, toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, instant, toDate } from '#lib/values/instant.ts';
import { roles } from '#lib/values/roles.ts';
import { countByKey } from './count-by-key.ts';
import { isDeputySql } from './deputy.ts';
import { isSingleSignOnRequired } from './enforced-domains.ts';
import { activityWriteIntervalMs, maxSessionMs, sessionIdleTimeoutMs } from './session-limits.ts';

const liveSession = z.object({
  person_id: z.string(),
  email: z.string(),
  name: z.string(),
  has_factor: z.boolean(),
  is_factor_exempt: z.boolean(),
  memberships: z.array(z.object({ business: z.string(), role: z.enum(roles), isDeputy: z.boolean() })),
});

/**
 * Keeps the planner from planning an EXISTS twice, for one row and for all. Every request plans its statement, and reads one
 * person.
 */
const preventHashedSubplan = 'OFFSET 0';

/** After a restored backup, only owners have access until one of them confirms the people of the business. */
export const isConfirmedSql = (membership: string): string => `(${membership}.role = 'owner' OR NOT EXISTS (
  SELECT FROM installation WHERE ${membership}.business_id = ANY (unconfirmed) ${preventHashedSubplan}))`;

/** Returns SQL that is true if the person has an authenticator app or a passkey. */
export const hasFactorSql = (personId: string): string => `(
  EXISTS (SELECT FROM second_factor WHERE person_id = ${personId} AND confirmed_at IS NOT NULL ${preventHashedSubplan})
  OR EXISTS (SELECT FROM passkey WHERE person_id = ${personId} ${preventHashedSubplan}))`;

/**
 * Returns true if the sign-in of a person counts as one with a second factor. People who must use single sign-on have the
 * one of their provider. Demo people are exempt, which only the sandbox allows.
 */
export const countsAsFactor = (person: {
  readonly email: string;
  readonly has_factor: boolean;
  readonly is_factor_exempt: boolean;
}): boolean =>
  person.has_factor || (person.is_factor_exempt && env.DEMO) || isSingleSignOnRequired(person.email);

/** Bypasses Prisma, which costs several times as much as this statement: every request runs it. */
const liveSessionSql = `
  SELECT person.id AS person_id, person.email, person.name, person.is_factor_exempt,
         ${hasFactorSql('person.id')} AS has_factor,
         coalesce((SELECT jsonb_agg(jsonb_build_object('business', business_id, 'role', role,
                                                        'isDeputy', ${isDeputySql('membership', '$4')})
                                     ORDER BY created_at, business_id)
                     FROM membership
                    WHERE person_id = person.id AND disabled_at IS NULL AND (ends_at IS NULL OR ends_at > $4::timestamptz)
                      AND ${isConfirmedSql('membership')}), '[]') AS memberships
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
    toDate(instant(now - sessionIdleTimeoutMs())),
    toDate(instant(now - maxSessionMs())),
    toDate(now),
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
    deputyAt: new Set(
      session.memberships.flatMap(({ business, isDeputy }) => (isDeputy ? [toId<BusinessId>(business)] : [])),
    ),
    hasSecondFactor: countsAsFactor(session),
  };
}

/** Records activity of the person, at most once a minute. */
export async function touchSession(sessionId: SessionId, now: Instant): Promise<void> {
  await database().session.updateMany({
    where: {
      id: sessionId,
      revokedAt: null,
      lastSeenAt: { lt: toDate(instant(now - activityWriteIntervalMs)) },
    },
    data: { lastSeenAt: toDate(now) },
  });
}

/** Ends every open session of every person, and every sign-in that waits. Returns their numbers. */
export async function endSessionsOfEveryone(
  transaction: Transaction,
  now: Instant,
): Promise<{ readonly endedSessions: number; readonly endedSignIns: number }> {
  const at = toDate(now);
  const endedSignIns = await transaction.oneTimeToken.count({
    where: { kind: 'sign-in', usedAt: null, expiresAt: { gt: at } },
  });
  await transaction.oneTimeToken.updateMany({
    where: { kind: 'sign-in', usedAt: null },
    data: { usedAt: at },
  });
  const { count: endedSessions } = await transaction.session.updateMany({
    where: { revokedAt: null },
    data: { revokedAt: at, endReason: 'revoked' },
  });
  return { endedSessions, endedSignIns };
}

/** Opens a session. Its id goes into the token that the browser keeps. */
export async function openSession(
  transaction: Transaction,
  input: {
    readonly personId: PersonId;
    readonly now: Instant;
    readonly address: string | null;
    readonly userAgent: string | null;
    readonly deviceId: string;
    /** True if the browser was unknown. Settings says so. */
    readonly isNewDevice: boolean;
    /** When the person authenticated, if that isn't now. */
    readonly authenticatedAt?: Instant | undefined;
    /** When the person verified a second factor. Null: not in this session. */
    readonly factorVerifiedAt?: Instant | null | undefined;
  },
): Promise<SessionId> {
  const { now, authenticatedAt = now, factorVerifiedAt = null, ...fields } = input;
  const at = toDate(now);
  const session = await transaction.session.create({
    data: {
      id: randomId(),
      ...fields,
      createdAt: at,
      lastSeenAt: at,
      authenticatedAt: toDate(authenticatedAt),
      factorVerifiedAt: factorVerifiedAt === null ? null : toDate(factorVerifiedAt),
    },
    select: { id: true },
  });
  return toId<SessionId>(session.id);
}

/** Returns when the person of an open session last authenticated, or null if the session has ended. */
export async function findAuthenticatedAt(sessionId: SessionId): Promise<Instant | null> {
  const session = await database().session.findFirst({
    where: { id: sessionId, revokedAt: null },
    select: { authenticatedAt: true },
  });
  return session === null ? null : fromDate(session.authenticatedAt);
}

/** Returns when the person of an open session last verified a second factor in it, or null. */
export async function findFactorVerifiedAt(sessionId: SessionId): Promise<Instant | null> {
  const session = await database().session.findFirst({
    where: { id: sessionId, revokedAt: null },
    select: { factorVerifiedAt: true },
  });
  return session?.factorVerifiedAt ? fromDate(session.factorVerifiedAt) : null;
}

/** Stores that the person of a session has verified a second factor. Does nothing if the session has ended. */
export async function storeFactorVerifiedAt(
  transaction: Transaction,
  { sessionId, personId }: { sessionId: SessionId; personId: PersonId },
  at: Instant,
): Promise<void> {
  await transaction.session.updateMany({
    where: { id: sessionId, personId, revokedAt: null },
    data: { factorVerifiedAt: toDate(at) },
  });
}

/** Stores that the person of a session has authenticated again. Returns false if the session has ended. */
export async function storeAuthenticatedAt(
  transaction: Transaction,
  { sessionId, personId }: { sessionId: SessionId; personId: PersonId },
  at: Instant,
): Promise<boolean> {
  const { count } = await transaction.session.updateMany({
    where: { id: sessionId, personId, revokedAt: null },
    data: { authenticatedAt: toDate(at) },
  });
  return count > 0;
}

/**
 * Why a session was ended. `access`: the account was disabled, its role was changed or removed, or a link set its password.
 * `factor`: the second factor was changed, removed or reset.
 */
export type EndReason = 'sign-out' | 'revoked' | 'limit' | 'password' | 'access' | 'factor';

/** Ends a session of a person on all devices. Returns true if it was still open. */
export async function endSession(
  transaction: Transaction,
  { sessionId, personId, reason }: { sessionId: string; personId: PersonId; reason: EndReason },
  now: Instant,
): Promise<boolean> {
  const ended = await transaction.session.updateMany({
    where: { id: sessionId, personId, revokedAt: null },
    data: { revokedAt: toDate(now), endReason: reason },
  });
  return ended.count > 0;
}

/** The sign-ins of people that wait for their second step. */
const waitingSignIns = (personIds: readonly PersonId[], exceptPending?: string) => ({
  kind: 'sign-in',
  personId: { in: [...personIds] },
  usedAt: null,
  ...(exceptPending !== undefined && { tokenId: { not: exceptPending } }),
});

/** Ends the sign-ins of a person that wait for their second step. Returns the number of those that had not expired. */
export async function endPendingSignIns(
  transaction: Transaction,
  personId: PersonId,
  now: Instant,
): Promise<number> {
  const where = waitingSignIns([personId]);
  const count = await transaction.oneTimeToken.count({ where: { ...where, expiresAt: { gt: toDate(now) } } });
  await transaction.oneTimeToken.updateMany({ where, data: { usedAt: toDate(now) } });
  return count;
}

type EndedSessions = {
  readonly except?: SessionId | undefined;
  readonly exceptPending?: string;
  readonly reason?: EndReason;
};

/**
 * Ends every open session of people, and every sign-in that waits for its second step, which would become one. `except`
 * and `exceptPending` stay. Returns the number of sessions of those who had one.
 */
export async function endSessionsOfPeople(
  transaction: Transaction,
  personIds: readonly PersonId[],
  now: Instant,
  { except, exceptPending, reason = 'access' }: EndedSessions = {},
): Promise<ReadonlyMap<string, number>> {
  if (personIds.length === 0) return new Map();
  await transaction.oneTimeToken.updateMany({
    where: waitingSignIns(personIds, exceptPending),
    data: { usedAt: toDate(now) },
  });
  const ended = await transaction.session.updateManyAndReturn({
    where: {
      personId: { in: [...personIds] },
      revokedAt: null,
      ...(except !== undefined && { id: { not: except } }),
    },
    data: { revokedAt: toDate(now), endReason: reason },
    select: { personId: true },
  });
  return countByKey(ended.map((session) => session.personId));
}

/** Does the same for one person. Returns the number of sessions. */
export const endPersonSessions = async (
  transaction: Transaction,
  personId: PersonId,
  now: Instant,
  options?: EndedSessions,
): Promise<number> => (await endSessionsOfPeople(transaction, [personId], now, options)).get(personId) ?? 0;

/** Reasons that the sign-in page explains. The person knows of their own sign-out. */
const sessionEndReason = z.enum(['revoked', 'limit', 'password', 'access', 'factor']);
export type SessionEndReason = z.output<typeof sessionEndReason>;

/** Returns why a session was ended, or null if it is open, unknown, expired or was signed out. */
export async function findSessionEndReason(sessionId: SessionId): Promise<SessionEndReason | null> {
  const session = await database().session.findUnique({
    where: { id: sessionId },
    select: { endReason: true },
  });
  return sessionEndReason.safeParse(session?.endReason).data ?? null;
}

/** The condition of a session that still works. */
const stillOpen = (now: Instant) => ({
  revokedAt: null,
  lastSeenAt: { gt: toDate(instant(now - sessionIdleTimeoutMs())) },
  createdAt: { gt: toDate(instant(now - maxSessionMs())) },
});

/** Ends the oldest open sessions of a person beyond a number. Returns the ids of the ended ones. */
export async function endOldestSessions(
  transaction: Transaction,
  personId: PersonId,
  limit: number,
  now: Instant,
): Promise<readonly string[]> {
  const beyond = await transaction.session.findMany({
    where: { personId, ...stillOpen(now) },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    skip: limit,
    select: { id: true },
  });
  const ids = beyond.map(({ id }) => id);
  if (ids.length > 0)
    await transaction.session.updateMany({
      where: { id: { in: ids } },
      data: { revokedAt: toDate(now), endReason: 'limit' },
    });
  return ids;
}

type StoredSession = {
  readonly sessionId: string;
  readonly createdAt: Instant;
  readonly lastSeenAt: Instant;
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly isNewDevice: boolean;
  /** When the limit on open sessions ended it. Null while it is open. */
  readonly endedAt: Instant | null;
};

/** Returns the open sessions of a person, and those that the limit ended since `since`, the last used first. */
export async function listSessions(
  personId: PersonId,
  { now, since }: { readonly now: Instant; readonly since: Instant },
): Promise<readonly StoredSession[]> {
  const rows = await database().session.findMany({
    where: {
      personId,
      OR: [stillOpen(now), { endReason: 'limit', revokedAt: { gt: toDate(since) } }],
    },
    orderBy: [{ lastSeenAt: 'desc' }, { id: 'desc' }],
  });
  return rows.map((row) => ({
    sessionId: row.id,
    createdAt: fromDate(row.createdAt),
    lastSeenAt: fromDate(row.lastSeenAt),
    address: row.address,
    userAgent: row.userAgent,
    isNewDevice: row.isNewDevice,
    endedAt: row.revokedAt === null ? null : fromDate(row.revokedAt),
  }));
}
