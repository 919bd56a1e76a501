import 'server-only';
import { findGroupRoles } from '#lib/api-tokens/index.ts';
import type { DirectoryRole, GroupRole } from '#lib/api-tokens/model.ts';
import { isDirectoryRole } from '#lib/api-tokens/model.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { followDirectory, lockTeam } from '#lib/team/index.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { FollowedUser, LastRole } from './store.ts';
import { findFollowedUsers, storeFollowed } from './store.ts';

/** The directory of a business in a request, with the token that has the roles of its groups. */
export type Directory = {
  readonly context: Context<PersonActor>;
  readonly businessId: BusinessId;
  readonly tokenId: string;
};

/** Returns the role of the first group in the list that has the user, or null. */
function chooseRole(roles: readonly GroupRole[], groups: readonly string[]): DirectoryRole | null {
  const names = new Set(groups.map((group) => group.trim().toLowerCase()));
  return roles.find(({ group }) => names.has(group.trim().toLowerCase()))?.role ?? null;
}

type Answer = {
  /** The answer of the directory that is stored then. Null: it has given nothing yet. */
  readonly given: LastRole | null;
  /** The role to give now, or null to end the access. Undefined: nothing changes. */
  readonly change: DirectoryRole | null | undefined;
};

/**
 * Decides on the role of one user by their groups. People may end an access that the directory gave. It gives the access back when
 * its own answer changes.
 */
function decide(user: FollowedUser, roles: readonly GroupRole[]): Answer {
  const role = user.is_active ? chooseRole(roles, user.groups) : null;
  const { given_role: before, role: present } = user;
  // A member whom the directory never gave a role keeps the one that an owner gave them, until it ends their access.
  if (user.is_active && role === null && before === null) return { given: null, change: undefined };
  const isEnded = present === null || user.is_disabled;
  const isChosenByPeople = present !== null && !isEnded && !isDirectoryRole(present);
  const isDone =
    role === null
      ? isEnded || (user.is_active && isChosenByPeople)
      : isEnded
        ? before === role
        : present === role;
  return { given: role ?? 'none', change: isDone ? undefined : role };
}

type Changes = ReadonlyMap<PersonId, DirectoryRole | null>;

/** Gives or ends access. An owner whose access can't change, because there is no other one, must not block the changes of others. */
async function give(
  transaction: Transaction,
  { context, businessId }: Directory,
  { owners, others }: { readonly owners: Changes; readonly others: Changes },
  isOwnChange: boolean,
): Promise<void> {
  await followDirectory(transaction, context, { businessId, roles: others });
  for (const owner of owners)
    try {
      await followDirectory(transaction, context, { businessId, roles: new Map([owner]) });
    } catch (thrown) {
      if (isOwnChange || !(thrown instanceof Problem) || thrown.code !== 'conflict') throw thrown;
    }
}

type Selection = Parameters<typeof findFollowedUsers>[2];

/** @param isOwnChange True if the directory changed these users themselves. A refusal is then the answer. */
async function follow(
  transaction: Transaction,
  directory: Directory,
  select: (rolesFrom: Instant | null) => Selection,
  isOwnChange: boolean,
): Promise<void> {
  const { businessId, context, tokenId } = directory;
  const version = await findGroupRoles(transaction, tokenId, context.clock.now());
  const from = version?.from ?? null;
  const found = await findFollowedUsers(transaction, businessId, select(from));
  if (found.length === 0) return;
  await lockTeam(
    transaction,
    context,
    businessId,
    found.map(({ person_id: id }) => id),
  );
  // Read again, because people may have changed the members before the lock.
  const ids = found.map(({ record_id: id }) => id);
  const owners = new Map<PersonId, DirectoryRole | null>();
  const others = new Map<PersonId, DirectoryRole | null>();
  const given = new Map<LastRole | null, string[]>();
  for (const user of await findFollowedUsers(transaction, businessId, { ids })) {
    const answer = decide(user, version?.roles ?? []);
    const records = given.get(answer.given) ?? [];
    records.push(user.record_id);
    given.set(answer.given, records);
    if (answer.change !== undefined)
      (user.role === 'owner' ? owners : others).set(user.person_id, answer.change);
  }
  await give(transaction, directory, { owners, others }, isOwnChange);
  await storeFollowed(transaction, businessId, given, from);
}

/** Lets the roles of users follow their groups, in the transaction that changed these. */
export async function followGroups(
  transaction: Transaction,
  directory: Directory,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0) await follow(transaction, directory, () => ({ ids }), false);
}

/**
 * Does the same for a user whom the directory changed.
 *
 * @throws Problem 'conflict' for the last owner
 */
export const followChangedUser = (
  transaction: Transaction,
  directory: Directory,
  id: string,
): Promise<void> => follow(transaction, directory, () => ({ ids: [id] }), true);

/** Users whose role follows a new list of roles in one request. */
const batchSize = 1_000;

/** Lets users follow a list of roles that they haven't followed yet. Further ones follow in the next requests. */
export const followNewRoles = (transaction: Transaction, directory: Directory): Promise<void> =>
  follow(
    transaction,
    directory,
    (from) => (from === null ? { ids: [] } : { otherThan: from, limit: batchSize }),
    false,
  );
