import 'server-only';
import type { RoleVersion } from '#lib/api-tokens/index.ts';
import type { DirectoryRole, GroupRole } from '#lib/api-tokens/model.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { followDirectory } from '#lib/team/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { FollowedUser } from './store.ts';
import { findFollowedUsers, storeFollowed } from './store.ts';

/** The directory of a business in a request, with the roles of its groups. */
export type Directory = {
  readonly context: Context<PersonActor>;
  readonly businessId: BusinessId;
  readonly version: RoleVersion | null;
};

/** Returns the role of the first group in the list that has the user, or null. */
function chooseRole(roles: readonly GroupRole[], groups: readonly string[]): DirectoryRole | null {
  const names = new Set(groups.map((group) => group.trim().toLowerCase()));
  return roles.find(({ group }) => names.has(group.toLowerCase()))?.role ?? null;
}

/** Gives one user the role of their groups. Returns true if the role is the directory's from now on. */
async function followUser(
  transaction: Transaction,
  { context, businessId, version }: Directory,
  user: FollowedUser,
): Promise<boolean> {
  const role = user.is_active ? chooseRole(version?.roles ?? [], user.groups) : null;
  // A member whom the directory never gave a role keeps the one that an owner gave them, until it ends their access.
  if (user.is_active && role === null && !user.has_given_role) return false;
  const isEnded = user.role === null || user.is_disabled;
  if (role === null ? isEnded : !isEnded && user.role === role) return true;
  return followDirectory(transaction, context, { businessId, personId: user.person_id, role });
}

async function follow(
  transaction: Transaction,
  directory: Directory,
  users: readonly FollowedUser[],
): Promise<void> {
  const given: string[] = [];
  const kept: string[] = [];
  for (const user of users)
    ((await followUser(transaction, directory, user)) ? given : kept).push(user.record_id);
  const { businessId, context } = directory;
  await storeFollowed(transaction, businessId, { given, kept }, context.clock.now());
}

/** Lets the roles of users follow their groups, in the transaction that changed these. */
export async function followGroups(
  transaction: Transaction,
  directory: Directory,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0)
    await follow(transaction, directory, await findFollowedUsers(transaction, directory.businessId, { ids }));
}

/** Users whose role follows a new list of roles in one request. */
const batchSize = 100;

/** Lets users follow a list of roles that has changed since. Further ones follow in the next requests. */
export async function followNewRoles(transaction: Transaction, directory: Directory): Promise<void> {
  const { version, businessId } = directory;
  if (version === null) return;
  const which = { before: version.from, limit: batchSize };
  await follow(transaction, directory, await findFollowedUsers(transaction, businessId, which));
}
