import 'server-only';
import * as z from 'zod';
import { hasOtherOwnerSql } from '#lib/access/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant } from '#lib/values/instant.ts';
import { Prisma } from '#prisma/generated/client.ts';
import type { GroupRole } from './model.ts';
import { directoryRoles } from './model.ts';

/** The roles of the groups of a directory, as they are stored and proposed. */
export const groupRoles = z.array(z.object({ group: z.string(), role: z.enum(directoryRoles) }));

/** The roles of the groups of a directory, and from when they count. */
export type RoleVersion = {
  readonly from: Instant;
  readonly roles: readonly GroupRole[];
  /** True if the only owner gave notice of them. They don't count while there is another owner. */
  readonly isNoticed: boolean;
};

export const roleVersions = z.array(
  z.object({
    from: z.int().transform(instant),
    roles: groupRoles,
    isNoticed: z.boolean().default(false),
  }),
);

/** The tokens that replace each other, with the roles that they share. */
type Family = { readonly familyId: string; readonly directoryRoles: readonly RoleVersion[] };

const isApproved = ({ isNoticed }: RoleVersion) => !isNoticed;

/** Returns the version that counts, or null. */
export const findRoleVersion = (versions: readonly RoleVersion[], now: Instant): RoleVersion | null =>
  versions.findLast(({ from }) => from <= now) ?? null;

export const toJson = (versions: readonly RoleVersion[]) =>
  versions.map(({ roles, ...version }) => ({ ...version, roles: roles.map((role) => ({ ...role })) }));

/**
 * Adds roles that count from a time on, for all tokens that replace each other: a directory may use any of them. Of the earlier
 * versions, only the one that counts now and the one that was approved last stay. The caller holds a lock of the token.
 */
export async function storeGroupRoles(
  transaction: Transaction,
  token: Family,
  version: RoleVersion,
  now: Instant,
): Promise<void> {
  const { directoryRoles } = token;
  const stays = [findRoleVersion(directoryRoles, now), directoryRoles.findLast(isApproved)];
  const kept = version.isNoticed ? directoryRoles.filter((one) => stays.includes(one)) : [];
  await storeRoleVersions(transaction, token, [...kept, version]);
}

/** Removes the roles of which the only owner gave notice. The ones that were approved last count again. */
export const removeNoticedRoles = (transaction: Transaction, token: Family): Promise<void> =>
  storeRoleVersions(transaction, token, token.directoryRoles.filter(isApproved));

async function storeRoleVersions(
  transaction: Transaction,
  { familyId }: Pick<Family, 'familyId'>,
  versions: readonly RoleVersion[],
): Promise<void> {
  // Waits for a token that replaces one of them just now, so that the update sees it.
  await transaction.$queryRaw`
    SELECT 1 AS one FROM api_token WHERE family_id = ${familyId}::uuid ORDER BY token_id FOR UPDATE`;
  await transaction.apiToken.updateMany({
    where: { familyId },
    data: { directoryRoles: toJson(versions) },
  });
}

const hasOtherOwner = Prisma.raw(hasOtherOwnerSql('api_token.business_ids', 'api_token.person_id'));

const rolesRow = z.array(z.object({ versions: roleVersions, hasOtherOwner: z.boolean() }));

/** Returns the roles that the directory of a token gives now, and since when they count. Null: none. */
export async function findGroupRoles(
  transaction: Pick<Transaction, '$queryRaw'>,
  tokenId: string,
  now: Instant,
): Promise<RoleVersion | null> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT directory_roles AS versions, ${hasOtherOwner} AS "hasOtherOwner" FROM api_token WHERE token_id = ${tokenId}::uuid`;
  const [row] = rolesRow.parse(rows);
  if (row === undefined) return null;
  return findRoleVersion(row.hasOtherOwner ? row.versions.filter(isApproved) : row.versions, now);
}
