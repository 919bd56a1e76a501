import 'server-only';
import * as z from 'zod';
import { toPlainTransaction } from '#lib/database/statements.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, toDate } from '#lib/values/instant.ts';
import { roles } from '#lib/values/roles.ts';

export type RecordKind = 'user' | 'group';

/** A user or a group as it is stored. */
export type StoredRecord = {
  readonly recordId: string;
  readonly kind: RecordKind;
  readonly name: string;
  readonly externalId: string | null;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly personId: PersonId | null;
  readonly isActive: boolean;
  readonly memberIds: readonly string[];
  readonly createdAt: Instant;
  readonly changedAt: Instant;
};

const attributesColumn = z.record(z.string(), z.unknown());
const jsonColumn = z.json();

/** The key by which a name is unique. Case counts for nothing in SCIM. */
export const toNameKey = (name: string): string => name.toLowerCase();

type Row = {
  recordId: string;
  kind: string;
  name: string;
  externalId: string | null;
  attributes: unknown;
  personId: string | null;
  isActive: boolean;
  memberIds: string[];
  createdAt: Date;
  changedAt: Date;
};

export const toRecord = (row: Row): StoredRecord => ({
  recordId: row.recordId,
  kind: row.kind === 'group' ? 'group' : 'user',
  name: row.name,
  externalId: row.externalId,
  attributes: attributesColumn.parse(row.attributes),
  personId: row.personId === null ? null : toId<PersonId>(row.personId),
  isActive: row.isActive,
  memberIds: row.memberIds,
  createdAt: fromDate(row.createdAt),
  changedAt: fromDate(row.changedAt),
});

/**
 * Lets the changes of one directory run one after another. Two changes of groups would otherwise each decide on a role without
 * seeing the other.
 */
export async function lockDirectory(transaction: Transaction, businessId: BusinessId): Promise<void> {
  await transaction.$queryRaw`
    SELECT pg_advisory_xact_lock(hashtextextended('directory ' || ${businessId}, 0))::text AS locked`;
}

/** Returns a record, or null. */
export async function findRecord(
  transaction: Transaction,
  key: { readonly businessId: BusinessId; readonly kind: RecordKind; readonly recordId: string },
): Promise<StoredRecord | null> {
  const row = await transaction.directoryRecord.findFirst({ where: key });
  return row === null ? null : toRecord(row);
}

type NewRecord = Pick<
  StoredRecord,
  'kind' | 'name' | 'externalId' | 'attributes' | 'personId' | 'isActive' | 'memberIds'
> & { readonly businessId: BusinessId; readonly at: Instant };

/** Stores a record. Returns null if its name, or its person, has one already. */
export async function insertRecord(
  transaction: Transaction,
  { at, attributes, memberIds, name, ...fields }: NewRecord,
): Promise<StoredRecord | null> {
  const [row] = await transaction.directoryRecord.createManyAndReturn({
    data: {
      ...fields,
      name,
      nameKey: toNameKey(name),
      attributes: jsonColumn.parse(attributes) ?? {},
      memberIds: [...memberIds],
      createdAt: toDate(at),
      changedAt: toDate(at),
    },
    skipDuplicates: true,
  });
  return row === undefined ? null : toRecord(row);
}

/** Returns true if another record of the kind has the name. */
export const isNameTaken = async (
  transaction: Transaction,
  record: {
    readonly businessId: BusinessId;
    readonly kind: RecordKind;
    readonly name: string;
    readonly recordId: string;
  },
): Promise<boolean> =>
  (await transaction.directoryRecord.count({
    where: {
      businessId: record.businessId,
      kind: record.kind,
      nameKey: toNameKey(record.name),
      recordId: { not: record.recordId },
    },
  })) > 0;

/** Stores the changed attributes of a record. */
export async function updateRecord(
  transaction: Transaction,
  businessId: BusinessId,
  record: Pick<StoredRecord, 'recordId' | 'name' | 'externalId' | 'attributes' | 'isActive' | 'memberIds'>,
  at: Instant,
): Promise<StoredRecord> {
  const { recordId, name, externalId, attributes, isActive, memberIds } = record;
  const row = await transaction.directoryRecord.update({
    where: { businessId_recordId: { businessId, recordId } },
    data: {
      name,
      externalId,
      isActive,
      nameKey: toNameKey(name),
      attributes: jsonColumn.parse(attributes) ?? {},
      memberIds: [...memberIds],
      changedAt: toDate(at),
    },
  });
  return toRecord(row);
}

/** Deletes a record, and a user from the groups. */
export async function deleteRecord(
  transaction: Transaction,
  { businessId, recordId }: { readonly businessId: BusinessId; readonly recordId: string },
): Promise<void> {
  await transaction.$executeRaw`
    UPDATE directory_record SET member_ids = array_remove(member_ids, ${recordId}::uuid)
     WHERE business_id = ${businessId}::uuid AND kind = 'group' AND member_ids @> ARRAY[${recordId}::uuid]`;
  await transaction.directoryRecord.delete({ where: { businessId_recordId: { businessId, recordId } } });
}

/** Returns those of the ids that are users. */
export async function findUserIds(
  transaction: Transaction,
  businessId: BusinessId,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await transaction.directoryRecord.findMany({
    where: { businessId, kind: 'user', recordId: { in: [...ids] } },
    select: { recordId: true },
  });
  return new Set(rows.map(({ recordId }) => recordId));
}

const givenRole = z.enum([...roles, 'none']);
/** The last answer of a directory about a user: a role, or no access. */
export type LastRole = z.output<typeof givenRole>;

const followedRow = z.object({
  record_id: z.string(),
  person_id: z.string().transform((id) => toId<PersonId>(id)),
  is_active: z.boolean(),
  given_role: givenRole.nullable(),
  groups: z.array(z.string()),
  role: z.enum(roles).nullable(),
  is_disabled: z.boolean(),
});
export type FollowedUser = z.output<typeof followedRow>;

/**
 * Returns users with their groups and their present role, in the order in which members are locked. With `otherThan`, those
 * who haven't followed the roles that count from then. Those of inactive users change nothing.
 */
export async function findFollowedUsers(
  transaction: Transaction,
  businessId: BusinessId,
  which: { readonly ids: readonly string[] } | { readonly otherThan: Instant; readonly limit: number },
): Promise<readonly FollowedUser[]> {
  const isById = 'ids' in which;
  const rows = await toPlainTransaction(transaction).run(
    `SELECT u.record_id::text, u.person_id::text, u.is_active, u.given_role,
            coalesce((SELECT array_agg(g.name) FROM directory_record g
                       WHERE g.business_id = u.business_id AND g.kind = 'group' AND g.member_ids @> ARRAY[u.record_id]), '{}') AS groups,
            m.role, m.disabled_at IS NOT NULL AS is_disabled
       FROM directory_record u LEFT JOIN membership m ON m.business_id = u.business_id AND m.person_id = u.person_id
      WHERE u.business_id = $1::uuid AND u.kind = 'user'
        AND CASE WHEN $2::uuid[] IS NULL THEN u.is_active AND u.roles_from IS DISTINCT FROM $3::timestamptz ELSE u.record_id = ANY ($2) END
      ORDER BY u.person_id LIMIT $4::int`,
    isById
      ? [businessId, [...which.ids], null, null]
      : [businessId, null, toDate(which.otherThan), which.limit],
  );
  return z.array(followedRow).parse(rows);
}

/** Records what the directory has given to users, and from when the roles count that they followed. */
export async function storeFollowed(
  transaction: Transaction,
  businessId: BusinessId,
  given: ReadonlyMap<LastRole | null, readonly string[]>,
  rolesFrom: Instant | null,
): Promise<void> {
  for (const [role, ids] of given)
    await transaction.directoryRecord.updateMany({
      where: { businessId, recordId: { in: [...ids] } },
      data: { givenRole: role, rolesFrom: rolesFrom === null ? null : toDate(rolesFrom) },
    });
}
