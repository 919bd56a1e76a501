import 'server-only';
import { isIP } from 'node:net';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { PersonActor } from '#lib/platform/context.ts';
import type { BusinessId, PersonId, SessionId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
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
  /** The rest of its budget after this request. Null for a token that isn't active, whose requests don't count. */
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
  period_requests: z.number(),
  period_ends_at: z.date().nullable(),
  family_id: z.string(),
  scopes: z.array(z.string()),
  may_write: z.boolean(),
  approved_by: z.array(z.string()),
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

const isAllowedSql = `(t.addresses = '{}' OR coalesce(
  $3::inet <<= ANY (t.addresses::inet[]) OR $6::inet <<= ANY (t.addresses::inet[]), false))`;
const worksSql = `t.revoked_at IS NULL AND t.expires_at > $2::timestamptz AND person.disabled_at IS NULL AND ${isAllowedSql}`;
const periodSql = `interval '${limit.seconds} seconds'`;
/** A later end was written by a wrong clock. */
const isNewPeriodSql = `(t.period_ends_at BETWEEN $2::timestamptz AND $2::timestamptz + ${periodSql}) IS NOT TRUE`;

/**
 * Finds a token, decides whether it works, counts the request and records the use, in one statement: every request with a token runs
 * it. What is lost with the database only admits a few more requests, so the commit doesn't wait for the disk.
 */
const admitSql = `
  UPDATE api_token t
     SET last_used_at = CASE WHEN ${worksSql} THEN $2::timestamptz ELSE t.last_used_at END,
         last_used_from = CASE WHEN ${worksSql} THEN $5 ELSE t.last_used_from END,
         period_requests = CASE WHEN NOT (${worksSql}) THEN t.period_requests
                                WHEN ${isNewPeriodSql} THEN 1 ELSE t.period_requests + 1 END,
         period_ends_at = CASE WHEN ${worksSql} AND ${isNewPeriodSql} THEN $2::timestamptz + ${periodSql}
                               ELSE t.period_ends_at END
    FROM person
   WHERE person.id = t.person_id AND t.hash = $1
  RETURNING t.token_id, t.family_id, t.scopes, t.approved_by, t.period_requests, t.period_ends_at,
         CASE WHEN t.revoked_at IS NOT NULL OR person.disabled_at IS NOT NULL THEN 'revoked'
              WHEN t.expires_at <= $2::timestamptz THEN 'expired'
              WHEN NOT ${isAllowedSql} THEN 'elsewhere' ELSE 'active' END AS state,
         CASE WHEN t.writes_from IS NULL OR t.writes_from > $2::timestamptz THEN false
              ELSE t.approved_by <> '{}' OR NOT ${hasOtherOwnerSql('t.business_ids', 't.person_id')} END AS may_write,
         person.id AS person_id, person.email, person.name, person.is_factor_exempt,
         ${hasFactorSql('person.id')} AS has_factor,
         coalesce((SELECT jsonb_agg(jsonb_build_object('business', business_id, 'role', role))
                     FROM membership
                    WHERE person_id = person.id AND business_id = ANY (t.business_ids) AND disabled_at IS NULL
                      AND role = ANY ($4) AND (ends_at IS NULL OR ends_at > $2::timestamptz)
                      AND ${isConfirmedSql('membership')}), '[]') AS memberships,
         set_config('synchronous_commit', 'off', true)`;

const mapped = /^::ffff:(?=\d+\.)/i;

/** Returns an address for the database. One in IPv6 that stands for one in IPv4 counts as that. Null: it is no address. */
function toInet(sender: string): string | null {
  const address = sender.replace(mapped, '').replace(/%.*$/, '');
  return isIP(address) === 0 ? null : address;
}

function toBudget(
  { period_requests: used, period_ends_at: end }: z.output<typeof tokenRow>,
  now: Instant,
): ApiBudget {
  return {
    limit: limit.points,
    seconds: limit.seconds,
    remaining: Math.max(0, limit.points - used),
    resetSeconds: Math.max(1, Math.ceil(((end?.getTime() ?? now) - now) / 1_000)),
    isOver: used > limit.points,
  };
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
  const sender = toInet(address);
  const { rows } = await databasePool().query(admitSql, [
    hashToken(token),
    toDate(now),
    sender,
    listRolesWith('api-token.create'),
    address,
    // The same address as a token may name it in IPv6.
    sender !== null && isIP(sender) === 4 ? `::ffff:${sender}` : null,
  ]);
  if (rows[0] === undefined) return null;
  const row = tokenRow.parse(rows[0]);
  const state = row.memberships.length === 0 ? 'revoked' : row.state;
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
  const budget = state === 'active' ? toBudget(row, now) : null;
  return { tokenId: row.token_id, state, budget, scopes, familyId: row.family_id, actor };
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
