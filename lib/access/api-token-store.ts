import 'server-only';
import { isIP } from 'node:net';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { PersonActor } from '#lib/platform/context.ts';
import type { BusinessId, PersonId, SessionId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, toDate } from '#lib/values/instant.ts';
import { roles } from '#lib/values/roles.ts';
import { countByKey } from './count-by-key.ts';
import type { ApiScope } from './model-api-scopes.ts';
import { isApiScope, isWriteScope, listScopePermissions } from './model-api-scopes.ts';
import { hashToken } from './one-time-link.ts';
import { listRolesWith } from './permissions.ts';
import { countsAsFactor, hasFactorSql, isConfirmedSql } from './session-store.ts';

/** Requests that a token has left in this period. */
export type ApiBudget = {
  readonly limit: number;
  readonly seconds: number;
  readonly remaining: number;
  readonly resetSeconds: number;
  readonly isOver: boolean;
};

const states = ['active', 'expired', 'revoked', 'elsewhere'] as const;

/** A token as it is at the moment of a request. */
export type FoundToken = {
  readonly tokenId: string;
  /** `elsewhere`: it doesn't work from the address of the request. */
  readonly state: (typeof states)[number];
  /** What is left after this request. Null for a token that isn't active, whose requests don't count. */
  readonly budget: ApiBudget | null;
  /** The scopes that count now. Write scopes don't until a second owner approves them. Those of the only owner do after their notice. */
  readonly scopes: readonly ApiScope[];
  /** Shared by the tokens that replace each other. */
  readonly familyId: string;
  /** Its maker with today's roles at the businesses of the token. */
  readonly actor: PersonActor;
};

const tokenRow = z.object({
  token_id: z.string(),
  state: z.enum(states),
  used: z.number().nullable(),
  ends_in_ms: z.number().nullable(),
  family_id: z.string(),
  scopes: z.array(z.string()),
  may_write: z.boolean(),
  approved_by: z.array(z.string()),
  last_used_at: z.date().transform(fromDate).nullable(),
  person_id: z.string(),
  email: z.string(),
  name: z.string(),
  is_factor_exempt: z.boolean(),
  has_factor: z.boolean(),
  memberships: z.array(z.object({ business: z.string(), role: z.enum(roles) })),
});

/**
 * Returns SQL that is true if one of the businesses has another owner than the person. What an owner decided alone doesn't count
 * while there is one.
 */
export const hasOtherOwnerSql = (businessIds: string, personId: string): string => `EXISTS (
  SELECT FROM membership other JOIN person owner ON owner.id = other.person_id
   WHERE other.business_id = ANY (${businessIds}) AND other.role = 'owner' AND other.person_id <> ${personId}
     AND other.disabled_at IS NULL AND owner.disabled_at IS NULL)`;

const limit = { points: 600, seconds: 60 } as const;
const nowMs = '(extract(epoch FROM $2::timestamptz) * 1000)::bigint';

/**
 * Finds a token, decides whether it works, and counts the request, in one statement: every request with a token runs it. A count
 * that is lost with the database only admits a few more requests, so the commit doesn't wait for the disk.
 */
const admitSql = `
  WITH found AS MATERIALIZED (
    SELECT t.token_id, t.family_id, t.scopes, t.approved_by, t.expires_at, t.revoked_at, t.last_used_at,
           t.addresses = '{}' OR coalesce($3::inet <<= ANY (t.addresses::inet[]), false) AS is_allowed,
           CASE WHEN t.writes_from IS NULL OR t.writes_from > $2::timestamptz THEN false
                ELSE t.approved_by <> '{}' OR NOT ${hasOtherOwnerSql('t.business_ids', 't.person_id')} END AS may_write,
           person.id AS person_id, person.email, person.name, person.is_factor_exempt,
           ${hasFactorSql('person.id')} AS has_factor, person.disabled_at IS NOT NULL AS is_disabled,
           coalesce((SELECT jsonb_agg(jsonb_build_object('business', business_id, 'role', role))
                       FROM membership
                      WHERE person_id = person.id AND business_id = ANY (t.business_ids) AND disabled_at IS NULL
                        AND role = ANY ($4) AND (ends_at IS NULL OR ends_at > $2::timestamptz)
                        AND ${isConfirmedSql('membership')}), '[]') AS memberships
      FROM api_token t JOIN person ON person.id = t.person_id
     WHERE t.hash = $1),
  judged AS MATERIALIZED (
    SELECT *, CASE WHEN revoked_at IS NOT NULL OR is_disabled OR memberships = '[]' THEN 'revoked'
                   WHEN expires_at <= $2::timestamptz THEN 'expired'
                   WHEN NOT is_allowed THEN 'elsewhere' ELSE 'active' END AS state
      FROM found),
  counted AS (
    INSERT INTO rate_limit AS r (key, points, expire)
    SELECT 'api-token:' || token_id, 1, ${nowMs} + ${limit.seconds * 1_000} FROM judged WHERE state = 'active'
    ON CONFLICT (key) DO UPDATE SET points = CASE WHEN r.expire <= ${nowMs} THEN 1 ELSE r.points + 1 END,
                                    expire = CASE WHEN r.expire <= ${nowMs} THEN excluded.expire ELSE r.expire END
    RETURNING points, expire)
  SELECT judged.*, points AS used, (expire - ${nowMs})::int AS ends_in_ms, set_config('synchronous_commit', 'off', true)
    FROM judged LEFT JOIN counted ON true`;

const mapped = /^::ffff:(?=\d+\.)/i;

/** Returns an address for the database. One in IPv6 that stands for one in IPv4 counts as that. Null: it is no address. */
function toInet(sender: string): string | null {
  const address = sender.replace(mapped, '').replace(/%.*$/, '');
  return isIP(address) === 0 ? null : address;
}

/**
 * Admits the token of a request from an address. Returns it with its maker's roles as they are now, or null if it is unknown. A token
 * whose maker has no access left counts as revoked. The context of such a person passes only the checks that the scopes name.
 */
export async function admitApiToken(
  token: string,
  address: string,
  now: Instant,
): Promise<FoundToken | null> {
  const creators = listRolesWith('api-token.create');
  const { rows } = await databasePool().query(admitSql, [
    hashToken(token),
    toDate(now),
    toInet(address),
    creators,
  ]);
  if (rows[0] === undefined) return null;
  const row = tokenRow.parse(rows[0]);
  const { state, used, ends_in_ms: endsInMs } = row;
  const budget =
    used === null || endsInMs === null
      ? null
      : {
          ...{ limit: limit.points, seconds: limit.seconds, remaining: Math.max(0, limit.points - used) },
          ...{ resetSeconds: Math.max(1, Math.ceil(endsInMs / 1_000)), isOver: used > limit.points },
        };
  if (budget?.isOver === false) await recordUse(row, address, now);
  const scopes = row.scopes.filter(isApiScope).filter((scope) => row.may_write || !isWriteScope(scope));
  const actor: PersonActor = {
    kind: 'person',
    personId: toId<PersonId>(row.person_id),
    // No session has this id, so an action that needs a session or a recent authentication refuses.
    sessionId: toId<SessionId>(row.token_id),
    email: row.email,
    name: row.name,
    roles: new Map(row.memberships.map(({ business, role }) => [toId<BusinessId>(business), role])),
    hasSecondFactor: countsAsFactor(row),
    token: {
      tokenId: row.token_id,
      scopes: new Set(scopes),
      permissions: new Set(scopes.flatMap(listScopePermissions)),
      approvedBy: row.approved_by.map(toId<PersonId>),
    },
  };
  return { tokenId: row.token_id, state, budget, scopes, familyId: row.family_id, actor };
}

const useMs = 60_000;

/** Records a use, at most once a minute. Most requests need no statement for it. */
async function recordUse(
  { token_id: tokenId, last_used_at: lastUsedAt }: z.output<typeof tokenRow>,
  address: string,
  now: Instant,
): Promise<void> {
  if (lastUsedAt !== null && now - lastUsedAt < useMs) return;
  await databasePool().query(
    `UPDATE api_token SET last_used_at = $2::timestamptz, last_used_from = $3
      WHERE token_id = $1::uuid AND (last_used_at IS NULL OR last_used_at < $2::timestamptz - interval '1 minute')`,
    [tokenId, toDate(now), address],
  );
}

/**
 * Takes a business away from the tokens of people whose access to it ends. Access that is given again doesn't bring
 * them back. A token without a business is revoked. Returns the number of tokens of those who had one.
 */
export async function endApiTokensAt(
  transaction: Transaction,
  { personIds, businessId }: { readonly personIds: readonly PersonId[]; readonly businessId: BusinessId },
  now: Instant,
): Promise<ReadonlyMap<string, number>> {
  const ended: unknown = await transaction.$queryRaw`
    UPDATE api_token
       SET business_ids = array_remove(business_ids, ${businessId}::uuid),
           revoked_at = CASE WHEN business_ids <@ ARRAY[${businessId}::uuid] THEN ${toDate(now)}::timestamptz END
     WHERE person_id = ANY (${[...personIds]}::uuid[]) AND revoked_at IS NULL AND ${businessId}::uuid = ANY (business_ids)
    RETURNING person_id::text AS id`;
  return countByKey(
    z
      .array(z.object({ id: z.string() }))
      .parse(ended)
      .map(({ id }) => id),
  );
}

/** Revokes every token of a person. Returns their number. */
export async function endApiTokens(
  transaction: Transaction,
  personId: PersonId,
  now: Instant,
): Promise<number> {
  const { count } = await transaction.apiToken.updateMany({
    where: { personId, revokedAt: null },
    data: { revokedAt: toDate(now) },
  });
  return count;
}

/** Revokes every token of every person: restored data may hold tokens that were revoked since. Returns their number. */
export async function endApiTokensOfEveryone(transaction: Transaction, now: Instant): Promise<number> {
  const { count } = await transaction.apiToken.updateMany({
    where: { revokedAt: null },
    data: { revokedAt: toDate(now) },
  });
  return count;
}
