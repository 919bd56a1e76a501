import 'server-only';
import * as z from 'zod';
import { hasOtherOwnerSql } from '#lib/access/index.ts';
import type { ApiScope } from '#lib/access/model-api-scopes.ts';
import { isApiScope } from '#lib/access/model-api-scopes.ts';
import { mapNullable } from '#lib/database/columns.ts';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, PersonId, SessionId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, toDate } from '#lib/values/instant.ts';
import { Prisma } from '#prisma/generated/client.ts';
import type { GroupRole } from './model.ts';
import type { RoleVersion } from './role-store.ts';
import { groupRoles, roleVersions, toJson } from './role-store.ts';

export type StoredApiToken = {
  readonly tokenId: string;
  readonly personId: PersonId;
  readonly name: string;
  readonly hint: string;
  readonly scopes: readonly ApiScope[];
  readonly businessIds: readonly BusinessId[];
  readonly addresses: readonly string[];
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  readonly lastUsedAt: Instant | null;
  readonly lastUsedFrom: string | null;
  /** Null: its write scopes wait for a second owner, or it has none. */
  readonly writesFrom: Instant | null;
  readonly approvedBy: readonly PersonId[];
  /** The same for all tokens that replace each other. */
  readonly familyId: string;
  readonly directoryRoles: readonly RoleVersion[];
};

type TokenRow = NonNullable<Awaited<ReturnType<ReturnType<typeof database>['apiToken']['findUnique']>>>;

const toToken = (row: TokenRow): StoredApiToken => ({
  tokenId: row.tokenId,
  personId: toId<PersonId>(row.personId),
  name: row.name,
  hint: row.hint,
  scopes: row.scopes.filter(isApiScope),
  businessIds: row.businessIds.map(toId<BusinessId>),
  addresses: row.addresses,
  createdAt: fromDate(row.createdAt),
  expiresAt: fromDate(row.expiresAt),
  lastUsedAt: row.lastUsedAt === null ? null : fromDate(row.lastUsedAt),
  lastUsedFrom: row.lastUsedFrom,
  writesFrom: row.writesFrom === null ? null : fromDate(row.writesFrom),
  approvedBy: row.approvedBy.map(toId<PersonId>),
  familyId: row.familyId,
  directoryRoles: roleVersions.parse(row.directoryRoles),
});

/**
 * Returns the tokens of a person that aren't revoked, and with `business` also those of its other members, newest first.
 * Those that expired before `since` are left out.
 */
export async function findApiTokens(
  personId: PersonId,
  { business, since }: { readonly business: BusinessId | null; readonly since: Instant },
): Promise<readonly (StoredApiToken & { readonly makerName: string })[]> {
  const read = (whose: Prisma.ApiTokenWhereInput) =>
    database().apiToken.findMany({
      where: { revokedAt: null, expiresAt: { gt: toDate(since) }, ...whose },
      include: { person: { select: { name: true } } },
      orderBy: [{ createdAt: 'desc' }, { tokenId: 'desc' }],
      take: 500,
    });
  // Apart, so that colleagues' tokens never push the person's own ones out.
  const [own, others] = await Promise.all([
    read({ personId }),
    business === null ? [] : read({ personId: { not: personId }, businessIds: { has: business } }),
  ]);
  return [...own, ...others]
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .map((row) => ({ ...toToken(row), makerName: row.person.name }));
}

/** Returns the newest of the tokens that replace each other and aren't revoked, without locking it. */
const findNewest = async (
  transaction: Pick<Transaction, 'apiToken'>,
  { familyId }: Pick<StoredApiToken, 'familyId'>,
): Promise<string | undefined> =>
  (
    await transaction.apiToken.findFirst({
      where: { familyId, revokedAt: null },
      orderBy: [{ createdAt: 'desc' }, { tokenId: 'desc' }],
      select: { tokenId: true },
    })
  )?.tokenId;

/**
 * Returns true while a later token that isn't revoked replaces this one. What was proposed about it doesn't count then. The lock of
 * the token keeps others from replacing it.
 */
export const isReplaced = async (
  transaction: Pick<Transaction, 'apiToken'>,
  token: Pick<StoredApiToken, 'tokenId' | 'familyId'>,
): Promise<boolean> => (await findNewest(transaction, token)) !== token.tokenId;

/** Returns those of the tokens that work and that no later one has replaced. */
export async function findDecidableTokenIds(
  ids: readonly string[],
  now: Instant,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const tokens = await database().apiToken.findMany({
    where: { tokenId: { in: [...ids] }, revokedAt: null, expiresAt: { gt: toDate(now) } },
    select: { tokenId: true, familyId: true },
  });
  const current = await Promise.all(
    tokens.map(async (token) => ((await isReplaced(database(), token)) ? [] : [token.tokenId])),
  );
  return new Set(current.flat());
}

/** Returns the names of people by their ID. */
export async function findNames(ids: readonly PersonId[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const people = await database().person.findMany({
    where: { id: { in: [...new Set(ids)] } },
    select: { id: true, name: true },
  });
  return new Map(people.map(({ id, name }) => [id, name]));
}

/** Returns a token of the person that isn't revoked, without locking it. */
export async function findOwnApiToken(
  transaction: Transaction,
  { tokenId, personId }: { readonly tokenId: string; readonly personId: PersonId },
): Promise<StoredApiToken | null> {
  const row = await transaction.apiToken.findFirst({ where: { tokenId, personId, revokedAt: null } });
  return row === null ? null : toToken(row);
}

/** Returns a token that works, without locking it. */
export async function findActiveApiToken(
  transaction: Transaction,
  tokenId: string,
  now: Instant,
): Promise<StoredApiToken | null> {
  const row = await transaction.apiToken.findFirst({
    where: { tokenId, revokedAt: null, expiresAt: { gt: toDate(now) } },
  });
  return row === null ? null : toToken(row);
}

/** Returns true while a proposal about the token waits. */
export const isWaitingForOwner = async (
  transaction: Transaction,
  businessId: BusinessId,
  tokenId: string,
): Promise<boolean> =>
  (await transaction.proposal.count({
    where: { businessId, kind: 'api-token', subject: tokenId, state: 'proposed' },
  })) > 0;

const proposedRoles = z.object({ groups: groupRoles.default([]) });

/** Returns the roles of the groups that were last proposed with a token, however that was answered. */
export async function findProposedRoles(
  transaction: Transaction,
  businessId: BusinessId,
  tokenId: string,
): Promise<readonly GroupRole[]> {
  const row = await transaction.proposal.findFirst({
    where: { businessId, kind: 'api-token', subject: tokenId },
    orderBy: { proposedAt: 'desc' },
    select: { after: true },
  });
  return row === null ? [] : proposedRoles.parse(row.after).groups;
}

/** Returns the owners of a business, also those whose access is disabled. */
export async function findOwners(
  transaction: Transaction,
  businessId: BusinessId,
): Promise<readonly PersonId[]> {
  const owners = await transaction.membership.findMany({
    where: { businessId, role: 'owner' },
    select: { personId: true },
  });
  return owners.map(({ personId }) => toId<PersonId>(personId));
}

/** Returns true while nothing has ended the session, also in a transaction that waited for a lock. */
export const isSessionOpen = async (transaction: Transaction, sessionId: SessionId): Promise<boolean> =>
  (await transaction.session.count({ where: { id: sessionId, revokedAt: null } })) > 0;

export const countActiveApiTokens = (
  transaction: Transaction,
  personId: PersonId,
  now: Instant,
): Promise<number> =>
  transaction.apiToken.count({ where: { personId, revokedAt: null, expiresAt: { gt: toDate(now) } } });

/** Locks the token that replaces this one and all before it, or the token itself. Returns null if it was revoked. */
export async function lockNewestApiToken(
  transaction: Transaction,
  tokenId: string,
): Promise<StoredApiToken | null> {
  const seen = await transaction.apiToken.findFirst({ where: { tokenId, revokedAt: null } });
  if (seen === null) return null;
  const token = await lockApiToken(transaction, (await findNewest(transaction, seen)) ?? tokenId);
  // It was replaced just now.
  return token === null || (await isReplaced(transaction, token)) ? null : token;
}

/** Locks a token that isn't revoked until the transaction ends. Returns null if there is none. */
export async function lockApiToken(
  transaction: Transaction,
  tokenId: string,
): Promise<StoredApiToken | null> {
  await transaction.$queryRaw`SELECT 1 AS one FROM api_token WHERE token_id = ${tokenId}::uuid FOR UPDATE`;
  const row = await transaction.apiToken.findFirst({ where: { tokenId, revokedAt: null } });
  return row === null ? null : toToken(row);
}

const hasOtherOwner = Prisma.raw(hasOtherOwnerSql('api_token.business_ids', 'api_token.person_id'));

const noticedRow = z.array(
  z.object({
    tokenId: z.string(),
    personId: z.string().transform(toId<PersonId>),
    businessId: z.string().transform(toId<BusinessId>),
  }),
);

/** Lists the tokens with write scopes or roles of which an owner gave notice who isn't the only one any more. */
export async function listNoticedTokens(
  now: Instant,
): Promise<
  readonly Pick<StoredApiToken & { readonly businessId: BusinessId }, 'tokenId' | 'personId' | 'businessId'>[]
> {
  const rows: unknown = await database().$queryRaw`
    SELECT token_id::text AS "tokenId", person_id::text AS "personId", business_ids[1]::text AS "businessId" FROM api_token
     WHERE revoked_at IS NULL AND expires_at > ${toDate(now)}::timestamptz
       AND (writes_from IS NOT NULL AND approved_by = '{}' OR directory_roles @> '[{"isNoticed": true}]') AND ${hasOtherOwner}
     ORDER BY created_at, token_id`;
  return noticedRow.parse(rows);
}

/** Returns true if the business has a token of a directory that works. */
export const hasDirectoryToken = async (
  transaction: Transaction,
  businessId: BusinessId,
  now: Instant,
): Promise<boolean> =>
  (await transaction.apiToken.count({
    where: {
      businessIds: { has: businessId },
      scopes: { has: 'directory:write' },
      revokedAt: null,
      expiresAt: { gt: toDate(now) },
    },
  })) > 0;

/** The settings of a token. Its maker chooses them. */
export type TokenSetting = 'name' | 'scopes' | 'businessIds' | 'addresses' | 'expiresAt';

/** Stores a token. Returns its id. */
export async function insertApiToken(
  transaction: Transaction,
  token: Pick<StoredApiToken, 'personId' | TokenSetting> & {
    readonly hash: Uint8Array<ArrayBuffer>;
    readonly hint: string;
    readonly createdAt: Instant;
    /** The token that it replaces. Its approval and the keys of its writes stay. */
    readonly replaced?:
      | Pick<StoredApiToken, 'writesFrom' | 'approvedBy' | 'familyId' | 'directoryRoles'>
      | undefined;
  },
): Promise<string> {
  const { tokenId } = await transaction.apiToken.create({
    data: {
      personId: token.personId,
      name: token.name,
      hash: token.hash,
      hint: token.hint,
      scopes: [...token.scopes],
      businessIds: [...token.businessIds],
      addresses: [...token.addresses],
      createdAt: toDate(token.createdAt),
      expiresAt: toDate(token.expiresAt),
      ...(token.replaced !== undefined && {
        writesFrom: token.replaced.writesFrom === null ? null : toDate(token.replaced.writesFrom),
        approvedBy: [...token.replaced.approvedBy],
        familyId: token.replaced.familyId,
        directoryRoles: toJson(token.replaced.directoryRoles),
      }),
    },
    select: { tokenId: true },
  });
  return tokenId;
}

/** Stores from when a token writes, and who approved it. Null: it waits for another owner. */
export async function storeWritesFrom(
  transaction: Transaction,
  tokenId: string,
  { writesFrom, approvedBy }: Pick<StoredApiToken, 'writesFrom' | 'approvedBy'>,
): Promise<void> {
  await transaction.apiToken.update({
    where: { tokenId },
    data: { writesFrom: mapNullable(writesFrom, toDate), approvedBy: [...approvedBy] },
  });
}

/** Gives a token another maker. Everyone who has decided about it stays part of it. */
export async function storeApiTokenMaker(
  transaction: Transaction,
  { tokenId, personId, approvedBy }: Pick<StoredApiToken, 'tokenId' | 'personId' | 'approvedBy'>,
): Promise<void> {
  await transaction.apiToken.update({
    where: { tokenId },
    data: { personId, approvedBy: [...approvedBy] },
  });
}

export async function storeApiTokenExpiry(
  transaction: Transaction,
  tokenId: string,
  expiresAt: Instant,
): Promise<void> {
  await transaction.apiToken.update({ where: { tokenId }, data: { expiresAt: toDate(expiresAt) } });
}

export async function storeApiTokenRevoked(
  transaction: Transaction,
  tokenId: string,
  at: Instant,
): Promise<void> {
  await transaction.apiToken.update({ where: { tokenId }, data: { revokedAt: toDate(at) } });
}

/** Takes one business away from a token that has others. */
export async function storeApiTokenBusinesses(
  transaction: Transaction,
  tokenId: string,
  businessIds: readonly BusinessId[],
): Promise<void> {
  await transaction.apiToken.update({ where: { tokenId }, data: { businessIds: [...businessIds] } });
}
