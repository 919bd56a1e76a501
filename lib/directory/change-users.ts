import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tDirectory } from '#lib/messages/directory.ts';
import { addPerson, createUnusableHash, findAccount } from '#lib/people/index.ts';
import { followDirectory, lockLinkedAccount } from '#lib/team/index.ts';
import type { PersonId } from '#lib/values/ids.ts';
import { isUuid } from '#lib/values/ids.ts';
import type { Directory } from './follow-groups.ts';
import { followChangedUser } from './follow-groups.ts';
import type { Attributes } from './patch.ts';
import { parseAttributes, readEmail, readPersonName, toStoredUser, toUserAttributes } from './resources.ts';
import type { UserAttributes } from './schema-scim.ts';
import { userAttributes } from './schema-scim.ts';
import { ScimError } from './scim-error.ts';
import type { StoredRecord } from './store.ts';
import { deleteRecord, findRecord, insertRecord, isNameTaken, lockDirectory, updateRecord } from './store.ts';

export const requireDirectory = ({ context, businessId }: Directory): void => {
  requirePermission(context, businessId, 'team.manage', 'directory:write');
};

/** Writes what the directory changed to the audit log, with its token. */
export async function auditDirectory(
  transaction: Transaction,
  { context, businessId }: Directory,
  action: 'directory.create' | 'directory.change' | 'directory.delete',
  { before, after }: { readonly before: StoredRecord | null; readonly after: StoredRecord | null },
): Promise<void> {
  const summarize = (record: StoredRecord | null) =>
    record && {
      kind: record.kind,
      name: record.name,
      externalId: record.externalId,
      ...(record.kind === 'user'
        ? { active: record.isActive, personId: record.personId }
        : { members: record.memberIds.length }),
    };
  await writeAudit(transaction, context, {
    businessId,
    action,
    objectType: 'directory-record',
    objectId: (after ?? before)?.recordId ?? '',
    before: summarize(before),
    after: summarize(after),
  });
}

/**
 * Returns the account of a user, or creates one. It has no usable password: the person signs in with single sign-on.
 *
 * @throws ScimError 'uniqueness' for an account outside the business whose address no one has verified
 */
async function findOrAddPerson(
  transaction: Transaction,
  { context, businessId }: Directory,
  user: UserAttributes,
  passwordHash: string,
): Promise<PersonId> {
  const email = readEmail(user);
  const account = await findAccount(email);
  if (account !== null) {
    const { personId } = account;
    const isLinkable = await lockLinkedAccount(transaction, context, { businessId, personId });
    // The person may have changed the address before the lock.
    if (!isLinkable || (await findAccount(email))?.personId !== personId)
      throw new ScimError('uniqueness', tDirectory('scim.unverified'));
    return personId;
  }
  const name = readPersonName(user, email);
  const added = await addPerson(transaction, context, { email, name, passwordHash, emailVerifiedAt: null });
  if (added === null) throw new ScimError('uniqueness', tDirectory('scim.linked'));
  return added;
}

const takenName = () => new ScimError('uniqueness', tDirectory('scim.taken', { kind: 'user' }));

/**
 * Adds a user of the directory, with the account of the email address. The role comes with the first group that has one.
 *
 * @throws ScimError 'uniqueness' for a name or an address that another user has
 */
export async function createUser(directory: Directory, body: Attributes): Promise<StoredRecord> {
  requireDirectory(directory);
  const { businessId, context } = directory;
  const user = parseAttributes(userAttributes, body);
  readEmail(user);
  const passwordHash = await createUnusableHash();
  return inTransaction(async (transaction) => {
    await lockDirectory(transaction, businessId);
    if (
      await isNameTaken(transaction, { businessId, kind: 'user', name: user.userName, recordId: noRecordId })
    )
      throw takenName();
    const personId = await findOrAddPerson(transaction, directory, user, passwordHash);
    const after = await insertRecord(transaction, {
      businessId,
      kind: 'user',
      name: user.userName,
      externalId: user.externalId,
      personId,
      isActive: user.active,
      attributes: toStoredUser(user),
      memberIds: [],
      at: context.clock.now(),
    });
    if (after === null) throw new ScimError('uniqueness', tDirectory('scim.linked'));
    await followChangedUser(transaction, directory, after.recordId);
    await auditDirectory(transaction, directory, 'directory.create', { before: null, after });
    return after;
  });
}

/** No record has this id. */
export const noRecordId = '00000000-0000-0000-0000-000000000000';

/**
 * Changes a user. Names and addresses change only here: those of the account stay, because its person may use them elsewhere. An
 * inactive user loses the access, the sessions and the API tokens.
 *
 * @param change Returns the attributes from the present ones.
 * @throws ScimError 'uniqueness' for a name that another user has, and Problem 'conflict' for the last owner
 */
export async function changeUser(
  directory: Directory,
  recordId: string,
  change: (attributes: Attributes) => Attributes,
): Promise<StoredRecord | null> {
  requireDirectory(directory);
  const { businessId, context } = directory;
  if (!isUuid(recordId)) return null;
  return inTransaction(async (transaction) => {
    await lockDirectory(transaction, businessId);
    const before = await findRecord(transaction, { businessId, kind: 'user', recordId });
    if (before === null) return null;
    const user = parseAttributes(userAttributes, change(toUserAttributes(before)));
    if (await isNameTaken(transaction, { businessId, kind: 'user', name: user.userName, recordId }))
      throw takenName();
    const after = await updateRecord(
      transaction,
      businessId,
      {
        recordId,
        name: user.userName,
        externalId: user.externalId,
        isActive: user.active,
        attributes: toStoredUser(user),
        memberIds: [],
      },
      context.clock.now(),
    );
    await followChangedUser(transaction, directory, recordId);
    await auditDirectory(transaction, directory, 'directory.change', { before, after });
    return after;
  });
}

/**
 * Deletes a user of the directory. Their account stays without access to this business. Returns false if there is no such user.
 *
 * @throws Problem 'conflict' for the last owner
 */
export async function deleteUser(directory: Directory, recordId: string): Promise<boolean> {
  requireDirectory(directory);
  const { businessId, context } = directory;
  if (!isUuid(recordId)) return false;
  return inTransaction(async (transaction) => {
    await lockDirectory(transaction, businessId);
    const before = await findRecord(transaction, { businessId, kind: 'user', recordId });
    if (before === null || before.personId === null) return false;
    await followDirectory(transaction, context, { businessId, roles: new Map([[before.personId, null]]) });
    await deleteRecord(transaction, { businessId, recordId });
    await auditDirectory(transaction, directory, 'directory.delete', { before, after: null });
    return true;
  });
}
