import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { PersonActor } from '#lib/platform/context.ts';
import type { BusinessId, PersonId, SessionId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, toDate } from '#lib/values/instant.ts';
import { roles } from '#lib/values/roles.ts';
import type { ApiScope } from './model-api-scopes.ts';
import { isApiScope, isWriteScope, listScopePermissions } from './model-api-scopes.ts';
import { hashToken } from './one-time-link.ts';
import { hasPermission } from './permissions.ts';
import { countsAsFactor, hasFactorSql, isConfirmedSql } from './session-store.ts';

/** A token as it is at the moment of a request. */
export type FoundToken = {
  readonly tokenId: string;
  readonly state: 'active' | 'expired' | 'revoked';
  /** The scopes that count now. Write scopes don't until a second owner approves them. Those of the only owner do after their notice. */
  readonly scopes: readonly ApiScope[];
  /** Shared by the tokens that replace each other. */
  readonly familyId: string;
  readonly addresses: readonly string[];
  readonly expiresAt: Instant;
  readonly lastUsedAt: Instant | null;
  /** Its maker with today's roles at the businesses of the token. */
  readonly actor: PersonActor;
};

const tokenRow = z.object({
  token_id: z.string(),
  family_id: z.string(),
  scopes: z.array(z.string()),
  writes_from: z.date().transform(fromDate).nullable(),
  approved_by: z.array(z.string()),
  lacks_approval: z.boolean(),
  addresses: z.array(z.string()),
  expires_at: z.date().transform(fromDate),
  revoked_at: z.date().nullable(),
  last_used_at: z.date().transform(fromDate).nullable(),
  person_id: z.string(),
  email: z.string(),
  name: z.string(),
  is_factor_exempt: z.boolean(),
  has_factor: z.boolean(),
  is_disabled: z.boolean(),
  memberships: z
    .array(z.object({ business: z.string(), role: z.enum(roles) }))
    .transform((all) => all.filter(({ role }) => hasPermission(role, 'api-token.create'))),
});

/**
 * Returns SQL that is true if one of the businesses has another owner than the person. What an owner decided alone doesn't count
 * while there is one.
 */
export const hasOtherOwnerSql = (businessIds: string, personId: string): string => `EXISTS (
  SELECT FROM membership other JOIN person owner ON owner.id = other.person_id
   WHERE other.business_id = ANY (${businessIds}) AND other.role = 'owner' AND other.person_id <> ${personId}
     AND other.disabled_at IS NULL AND owner.disabled_at IS NULL)`;

/** Every request with a token runs it, and planning it takes most of its time. */
const tokenSql = `
  SELECT t.token_id, t.family_id, t.scopes, t.writes_from, t.approved_by, t.addresses, t.expires_at, t.revoked_at, t.last_used_at,
         CASE WHEN t.writes_from IS NULL OR t.approved_by <> '{}' THEN false
              ELSE ${hasOtherOwnerSql('t.business_ids', 't.person_id')} END AS lacks_approval,
         person.id AS person_id, person.email, person.name, person.is_factor_exempt,
         ${hasFactorSql('person.id')} AS has_factor, person.disabled_at IS NOT NULL AS is_disabled,
         coalesce((SELECT jsonb_agg(jsonb_build_object('business', business_id, 'role', role))
                     FROM membership
                    WHERE person_id = person.id AND business_id = ANY (t.business_ids) AND disabled_at IS NULL
                      AND (ends_at IS NULL OR ends_at > $2::timestamptz) AND ${isConfirmedSql('membership')}), '[]') AS memberships
    FROM api_token t JOIN person ON person.id = t.person_id
   WHERE t.hash = $1`;

function findState(row: z.output<typeof tokenRow>, now: Instant): FoundToken['state'] {
  if (row.revoked_at !== null || row.is_disabled || row.memberships.length === 0) return 'revoked';
  return row.expires_at <= now ? 'expired' : 'active';
}

/**
 * Returns a token with its maker's roles as they are now, or null if it is unknown. A token whose maker has no access
 * left counts as revoked. The context of such a person passes only the checks that the scopes name.
 */
export async function findApiToken(token: string, now: Instant): Promise<FoundToken | null> {
  const { rows } = await databasePool().query(tokenSql, [hashToken(token), toDate(now)]);
  if (rows[0] === undefined) return null;
  const row = tokenRow.parse(rows[0]);
  const mayWrite = row.writes_from !== null && row.writes_from <= now && !row.lacks_approval;
  const scopes = row.scopes.filter(isApiScope).filter((scope) => mayWrite || !isWriteScope(scope));
  return {
    tokenId: row.token_id,
    state: findState(row, now),
    scopes,
    familyId: row.family_id,
    addresses: row.addresses,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    actor: {
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
    },
  };
}

const useMs = 60_000;

/** Records a use, at most once a minute. Most requests need no statement for it. */
export async function touchApiToken(
  { tokenId, lastUsedAt }: Pick<FoundToken, 'tokenId' | 'lastUsedAt'>,
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
 * Takes a business away from the tokens of a person whose access to it ends. Access that is given again doesn't bring
 * them back. A token without a business is revoked. Returns their number.
 */
export const endApiTokensAt = (
  transaction: Transaction,
  { personId, businessId }: { readonly personId: PersonId; readonly businessId: BusinessId },
  now: Instant,
): Promise<number> =>
  transaction.$executeRaw`
    UPDATE api_token
       SET business_ids = array_remove(business_ids, ${businessId}::uuid),
           revoked_at = CASE WHEN business_ids <@ ARRAY[${businessId}::uuid] THEN ${toDate(now)}::timestamptz END
     WHERE person_id = ${personId}::uuid AND revoked_at IS NULL AND ${businessId}::uuid = ANY (business_ids)`;

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
