import 'server-only';
import * as z from 'zod';
import { findGroupRoles } from '#lib/api-tokens/index.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import { tDirectory } from '#lib/messages/directory.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { isUuid } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import type { Comparison } from './parse-path.ts';
import { ScimError } from './scim-error.ts';
import type { RecordKind, StoredRecord } from './store.ts';
import { toNameKey, toRecord } from './store.ts';

/** The SQL of a comparison with the value `$n`, by attribute. */
const conditions: Readonly<Record<RecordKind, Readonly<Record<string, (value: string) => string>>>> = {
  user: {
    username: (value) => `name_key = ${value}`,
    externalid: (value) => `external_id = ${value}`,
    id: (value) => `record_id::text = lower(${value})`,
    'meta.resourcetype': (value) => `lower(${value}) = 'user'`,
    active: (value) => `is_active::text = lower(${value})`,
    'emails.value': (value) =>
      `(EXISTS (SELECT FROM jsonb_array_elements(attributes -> 'emails') AS email WHERE lower(email ->> 'value') = ${value})
        OR name_key = ${value} AND attributes -> 'emails' = '[]')`,
  },
  group: {
    displayname: (value) => `name_key = ${value}`,
    externalid: (value) => `external_id = ${value}`,
    id: (value) => `record_id::text = lower(${value})`,
    'meta.resourcetype': (value) => `lower(${value}) = 'group'`,
    members: (value) => `lower(${value}) = ANY (member_ids::text[])`,
    'members.value': (value) => `lower(${value}) = ANY (member_ids::text[])`,
  },
};

/** Attributes that are compared in lower case. */
const caseless: ReadonlySet<string> = new Set(['username', 'displayname', 'emails.value']);

const pageRow = z.object({ record_id: z.string(), total: z.string().transform(Number) });

/**
 * Returns a page of the users, the groups or both in the order of their creation, and how many there are. A kind without a
 * compared attribute has no match.
 *
 * @throws ScimError 'invalidFilter' for attributes that can't be compared
 */
export async function findRecords(
  businessId: BusinessId,
  kinds: readonly RecordKind[],
  {
    filter,
    start,
    count,
  }: { readonly filter: readonly Comparison[]; readonly start: number; readonly count: number },
): Promise<{ readonly total: number; readonly records: readonly StoredRecord[] }> {
  const values = filter.map(({ attribute, value }) =>
    caseless.has(attribute) ? toNameKey(String(value)) : String(value),
  );
  const parameters = [businessId, ...values];
  const matches = kinds.flatMap((kind) => {
    const known = filter.flatMap(({ attribute }, at) =>
      Object.hasOwn(conditions[kind], attribute)
        ? (conditions[kind][attribute]?.(`$${at + 2}::text`) ?? [])
        : [],
    );
    return known.length < filter.length ? [] : [[`kind = '${kind}'`, ...known].join(' AND ')];
  });
  if (matches.length === 0) throw new ScimError('invalidFilter', tDirectory('scim.filter'));
  const from = `FROM directory_record WHERE business_id = $1::uuid AND (${matches.join(' OR ')})`;
  const counted = await databasePool().query(
    `SELECT '' AS record_id, count(*)::text AS total ${from}`,
    parameters,
  );
  const total = pageRow.parse(counted.rows[0]).total;
  if (count === 0 || start > total) return { total, records: [] };
  const page = await databasePool().query(
    `SELECT record_id::text, '0' AS total ${from} ORDER BY created_at, record_id
      LIMIT ${count} OFFSET ${start - 1}`,
    parameters,
  );
  const ids = z
    .array(pageRow)
    .parse(page.rows)
    .map(({ record_id: id }) => id);
  const rows = await database().directoryRecord.findMany({ where: { businessId, recordId: { in: ids } } });
  const byId = new Map(rows.map((row) => [row.recordId, toRecord(row)]));
  return { total, records: ids.flatMap((id) => byId.get(id) ?? []) };
}

/** Returns a record, or null. */
export async function readRecord(
  businessId: BusinessId,
  kind: RecordKind,
  recordId: string,
): Promise<StoredRecord | null> {
  if (!isUuid(recordId)) return null;
  const row = await database().directoryRecord.findFirst({ where: { businessId, kind, recordId } });
  return row === null ? null : toRecord(row);
}

/** Returns true if an active user hasn't followed the roles that count from this time. */
export const hasUsersToFollow = async (businessId: BusinessId, from: Instant): Promise<boolean> =>
  (await database().directoryRecord.findFirst({
    where: {
      businessId,
      kind: 'user',
      isActive: true,
      OR: [{ rolesFrom: null }, { rolesFrom: { not: toDate(from) } }],
    },
    select: { recordId: true },
  })) !== null;

const namedRow = z.object({ user_id: z.string(), record_id: z.string(), name: z.string() });

/** Returns the groups of users, by the id of the user. */
export async function findGroupsByUser(
  businessId: BusinessId,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly { readonly id: string; readonly name: string }[]>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await databasePool().query(
    `SELECT member.id::text AS user_id, g.record_id::text, g.name
       FROM directory_record g, unnest(g.member_ids) AS member (id)
      WHERE g.business_id = $1::uuid AND g.kind = 'group' AND g.member_ids && $2::uuid[] AND member.id = ANY ($2::uuid[])
      ORDER BY g.name, g.record_id`,
    [businessId, [...userIds]],
  );
  const groups = new Map<string, { readonly id: string; readonly name: string }[]>();
  for (const { user_id: userId, record_id: id, name } of z.array(namedRow).parse(rows))
    groups.set(userId, [...(groups.get(userId) ?? []), { id, name }]);
  return groups;
}

/** Reads the roles that the directory of a token gives now. */
export const readGroupRoles = (tokenId: string, now: Instant) => findGroupRoles(database(), tokenId, now);
