import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, toDate } from '#lib/values/instant.ts';
import { counterpartyKeySql, recordCounterpartiesSql, toCounterpartyKey } from '../counterparty-key.ts';
import type { Counterparty } from '../model.ts';
import { counterpartyKinds, formatCounterparty } from '../model.ts';

/** A stored entry of the watch list. */
const entryRow = z.object({
  watch_id: z.string(),
  kind: z.enum(counterpartyKinds),
  tag: z.string(),
  label: z.string(),
  reason: z.string(),
  expires_at: z
    .date()
    .nullable()
    .transform((at) => (at === null ? null : fromDate(at))),
  version: z.number(),
  added_by: z.string(),
  added_at: z.date().transform(fromDate),
  changed_by: z.string(),
  changed_at: z.date().transform(fromDate),
});
export type StoredWatch = z.output<typeof entryRow>;

const columns =
  'watch_id, kind, tag, label, reason, expires_at, version, added_by, added_at, changed_by, changed_at';

/** Finds the entry of an address with its tag, or of an entity, expired or not. */
export async function findWatch(
  businessId: BusinessId,
  counterparty: Counterparty,
): Promise<StoredWatch | null> {
  const { kind, value, tag } = toCounterpartyKey(counterparty);
  const { rows } = await databasePool().query(
    `SELECT ${columns} FROM review_watch
      WHERE business_id = $1::uuid AND kind = $2::text
        AND watch_key = ${counterpartyKeySql('$2', '$3')} AND tag = $4 AND removed_at IS NULL`,
    [businessId, kind, value, tag],
  );
  return z.array(entryRow).parse(rows)[0] ?? null;
}

/** Most entries that records of a case can have. */
const mostOfRecords = 50;

/**
 * Lists the active entries that concern these records: their counterparties' addresses with tags, and the entities of
 * their risk assessments. Rules can evaluate the same condition.
 */
export async function listRecordWatches(
  businessId: BusinessId,
  records: { readonly deposits: readonly string[]; readonly withdrawals: readonly string[] },
  at: Instant,
): Promise<readonly StoredWatch[]> {
  const { rows } = await databasePool().query(
    `WITH named AS (${recordCounterpartiesSql})
     SELECT ${columns
       .split(', ')
       .map((column) => `x.${column}`)
       .join(', ')}
       FROM named n JOIN review_watch x ON x.business_id = $1::uuid AND x.kind = n.kind AND x.watch_key = n.key
         AND x.tag = n.tag AND x.removed_at IS NULL
      WHERE x.expires_at IS NULL OR x.expires_at > $4::timestamptz
      ORDER BY x.added_at DESC, x.watch_id LIMIT ${mostOfRecords}`,
    [businessId, [...records.deposits], [...records.withdrawals], toDate(at)],
  );
  return z.array(entryRow).parse(rows);
}

/** Locks the entry of an address or entity. */
export async function lockWatch(
  transaction: Transaction,
  businessId: BusinessId,
  counterparty: Counterparty,
): Promise<StoredWatch | null> {
  const { kind, value, tag } = toCounterpartyKey(counterparty);
  const rows: unknown = await transaction.$queryRawUnsafe(
    `SELECT ${columns} FROM review_watch
      WHERE business_id = $1::uuid AND kind = $2::text
        AND watch_key = ${counterpartyKeySql('$2', '$3')} AND tag = $4 AND removed_at IS NULL
        FOR UPDATE`,
    ...[businessId, kind, value, tag],
  );
  return z.array(entryRow).parse(rows)[0] ?? null;
}

/** Adds an entry. Returns its ID, or null if another transaction has just added one. */
export async function insertWatch(
  transaction: Transaction,
  entry: {
    businessId: BusinessId;
    counterparty: Counterparty;
    reason: string;
    expiresAt: Instant | null;
    by: PersonId;
    at: Instant;
  },
): Promise<string | null> {
  const { businessId, counterparty, reason, expiresAt, by, at } = entry;
  const { kind, value, tag } = toCounterpartyKey(counterparty);
  const label = counterparty.kind === 'entity' ? counterparty.name : counterparty.address;
  const rows: unknown = await transaction.$queryRawUnsafe(
    `INSERT INTO review_watch
       (business_id, kind, watch_key, tag, label, reason, expires_at, added_by, added_at, changed_by, changed_at)
     VALUES ($1::uuid, $2::text, ${counterpartyKeySql('$2', '$3')}, $4, $5, $6, $7::timestamptz, $8::uuid, $9, $8::uuid, $9)
     ON CONFLICT (business_id, kind, watch_key, tag) WHERE removed_at IS NULL DO NOTHING
     RETURNING watch_id`,
    ...[businessId, kind, value, tag, label, reason, expiresAt === null ? null : toDate(expiresAt)],
    ...[by, toDate(at)],
  );
  return z.array(z.object({ watch_id: z.string() })).parse(rows)[0]?.watch_id ?? null;
}

/** Changes reason and expiry of a locked entry. */
export async function updateWatch(
  transaction: Transaction,
  change: {
    businessId: BusinessId;
    watchId: string;
    reason: string;
    expiresAt: Instant | null;
    by: PersonId;
    at: Instant;
  },
): Promise<void> {
  const { businessId, watchId, reason, expiresAt, by, at } = change;
  await transaction.reviewWatch.update({
    where: { businessId_watchId: { businessId, watchId }, removedAt: null },
    data: {
      reason,
      expiresAt: expiresAt === null ? null : toDate(expiresAt),
      version: { increment: 1 },
      changedById: by,
      changedAt: toDate(at),
    },
  });
}

/** Removes an entry if it still has this version. Returns it, or null. */
export async function removeWatch(
  transaction: Transaction,
  removal: { businessId: BusinessId; watchId: string; version: number; by: PersonId; at: Instant },
): Promise<StoredWatch | null> {
  const { businessId, watchId, version, by, at } = removal;
  const rows: unknown = await transaction.$queryRaw`
    UPDATE review_watch SET removed_at = ${toDate(at)}, changed_by = ${by}::uuid, changed_at = ${toDate(at)},
           version = version + 1
     WHERE business_id = ${businessId}::uuid AND watch_id = ${watchId}::uuid AND version = ${version}
       AND removed_at IS NULL
    RETURNING watch_id, kind, tag, label, reason, expires_at, version, added_by, added_at, changed_by, changed_at`;
  return z.array(entryRow).parse(rows)[0] ?? null;
}

/** Lists entries, newest first, after the entry of this time and ID. */
export async function listStoredWatches(
  businessId: BusinessId,
  after: { readonly at: Instant; readonly id: string } | null,
  limit: number,
): Promise<readonly StoredWatch[]> {
  const { rows } = await databasePool().query(
    `SELECT ${columns} FROM review_watch
      WHERE business_id = $1::uuid AND removed_at IS NULL
        ${after === null ? '' : 'AND (added_at, watch_id) < ($3::timestamptz, $4::uuid)'}
      ORDER BY added_at DESC, watch_id DESC LIMIT $2`,
    [businessId, limit, ...(after === null ? [] : [toDate(after.at), after.id])],
  );
  return z.array(entryRow).parse(rows);
}

/** Returns what a stored entry watches. */
export const watchedCounterparty = ({ kind, label, tag }: StoredWatch): Counterparty =>
  kind === 'entity' ? { kind, name: label } : { kind, address: label, tag: tag === '' ? null : tag };

/** Names what an entry watches in the audit log. */
export const describeWatched = (entry: StoredWatch): string => formatCounterparty(watchedCounterparty(entry));
