import 'server-only';
import type { ApiScope } from '#lib/access/model-api-scopes.ts';
import { isApiScope } from '#lib/access/model-api-scopes.ts';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, PersonId, SessionId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, toDate } from '#lib/values/instant.ts';
import type { Prisma } from '#prisma/generated/client.ts';

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

/** Returns true while nothing has ended the session, also in a transaction that waited for a lock. */
export const isSessionOpen = async (transaction: Transaction, sessionId: SessionId): Promise<boolean> =>
  (await transaction.session.count({ where: { id: sessionId, revokedAt: null } })) > 0;

export const countActiveApiTokens = (
  transaction: Transaction,
  personId: PersonId,
  now: Instant,
): Promise<number> =>
  transaction.apiToken.count({ where: { personId, revokedAt: null, expiresAt: { gt: toDate(now) } } });

/** Locks a token that isn't revoked until the transaction ends. Returns null if there is none. */
export async function lockApiToken(
  transaction: Transaction,
  tokenId: string,
): Promise<StoredApiToken | null> {
  await transaction.$queryRaw`SELECT 1 AS one FROM api_token WHERE token_id = ${tokenId}::uuid FOR UPDATE`;
  const row = await transaction.apiToken.findFirst({ where: { tokenId, revokedAt: null } });
  return row === null ? null : toToken(row);
}

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
    readonly replaced?: Pick<StoredApiToken, 'writesFrom' | 'approvedBy' | 'familyId'> | undefined;
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
      }),
    },
    select: { tokenId: true },
  });
  return tokenId;
}

/** Stores from when a token writes, and who approved it. */
export async function storeWritesFrom(
  transaction: Transaction,
  tokenId: string,
  { writesFrom, approvedBy }: { readonly writesFrom: Instant; readonly approvedBy: readonly PersonId[] },
): Promise<void> {
  await transaction.apiToken.update({
    where: { tokenId },
    data: { writesFrom: toDate(writesFrom), approvedBy: [...approvedBy] },
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
