import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tDirectory } from '#lib/messages/directory.ts';
import { isUuid } from '#lib/values/ids.ts';
import { auditDirectory, noRecordId, requireDirectory } from './change-users.ts';
import type { Directory } from './follow-groups.ts';
import { followGroups } from './follow-groups.ts';
import type { Attributes } from './patch.ts';
import { listMemberIds, parseAttributes, toGroupAttributes } from './resources.ts';
import { groupAttributes } from './schema-scim.ts';
import { ScimError } from './scim-error.ts';
import type { StoredRecord } from './store.ts';
import {
  deleteRecord,
  findRecord,
  findUserIds,
  insertRecord,
  isNameTaken,
  lockDirectory,
  updateRecord,
} from './store.ts';

/** A group with thousands of members takes longer than a request of a page. */
const timeoutMs = 60_000;

/** Reads the attributes of a group whose members exist. */
async function readGroup(
  transaction: Transaction,
  { businessId }: Directory,
  attributes: Attributes,
  recordId: string,
) {
  const group = parseAttributes(groupAttributes, attributes);
  const memberIds = listMemberIds(group);
  const users = await findUserIds(transaction, businessId, memberIds);
  if (users.size !== memberIds.length) throw new ScimError('invalidValue', tDirectory('scim.member'));
  const name = group.displayName;
  if (await isNameTaken(transaction, { businessId, kind: 'group', name, recordId }))
    throw new ScimError('uniqueness', tDirectory('scim.taken', { kind: 'group' }));
  return { name, externalId: group.externalId, memberIds };
}

/**
 * Adds a group. Its members get its role.
 *
 * @throws ScimError 'uniqueness' for a name that another group has
 */
export function createGroup(directory: Directory, body: Attributes): Promise<StoredRecord> {
  requireDirectory(directory);
  const { businessId, context } = directory;
  const at = context.clock.now();
  return inTransaction(
    async (transaction) => {
      await lockDirectory(transaction, businessId);
      const group = await readGroup(transaction, directory, body, noRecordId);
      const fields = { kind: 'group', attributes: {}, personId: null, isActive: true } as const;
      const after = await insertRecord(transaction, { ...group, ...fields, businessId, at });
      if (after === null) throw new ScimError('uniqueness', tDirectory('scim.taken', { kind: 'group' }));
      await followGroups(transaction, directory, after.memberIds);
      await auditDirectory(transaction, directory, 'directory.create', { before: null, after });
      return after;
    },
    'read-committed',
    timeoutMs,
  );
}

/** Changes a group. Those who leave or join it get the role of the groups that they are in then. */
export async function changeGroup(
  directory: Directory,
  recordId: string,
  change: (attributes: Attributes) => Attributes,
): Promise<StoredRecord | null> {
  requireDirectory(directory);
  const { businessId, context } = directory;
  if (!isUuid(recordId)) return null;
  return inTransaction(
    async (transaction) => {
      await lockDirectory(transaction, businessId);
      const before = await findRecord(transaction, { businessId, kind: 'group', recordId });
      if (before === null) return null;
      const group = await readGroup(transaction, directory, change(toGroupAttributes(before)), recordId);
      const fields = { recordId, attributes: {}, isActive: true };
      const [left, joined] = [new Set(before.memberIds), new Set(group.memberIds)];
      const all = [...new Set([...left, ...joined])];
      const changed = all.filter((id) => left.has(id) !== joined.has(id));
      const after = await updateRecord(transaction, businessId, { ...group, ...fields }, context.clock.now());
      await followGroups(transaction, directory, before.name === after.name ? changed : all);
      await auditDirectory(transaction, directory, 'directory.change', { before, after });
      return after;
    },
    'read-committed',
    timeoutMs,
  );
}

/** Deletes a group. Its members get the role of their other groups. Returns false if there is no such group. */
export async function deleteGroup(directory: Directory, recordId: string): Promise<boolean> {
  requireDirectory(directory);
  const { businessId } = directory;
  if (!isUuid(recordId)) return false;
  return inTransaction(
    async (transaction) => {
      await lockDirectory(transaction, businessId);
      const before = await findRecord(transaction, { businessId, kind: 'group', recordId });
      if (before === null) return false;
      await deleteRecord(transaction, { businessId, recordId });
      await followGroups(transaction, directory, before.memberIds);
      await auditDirectory(transaction, directory, 'directory.delete', { before, after: null });
      return true;
    },
    'read-committed',
    timeoutMs,
  );
}
