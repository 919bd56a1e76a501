import 'server-only';
import * as z from 'zod';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import type { AuditValue, HashedEntry } from './canonical.ts';
import { toStoredValue } from './canonical.ts';

/** An entry as the database stores it, valid or not. */
export type StoredEntry = HashedEntry & { readonly hash: Uint8Array };

const headRow = z.object({ chainId: z.string(), sequence: z.bigint(), hash: z.instanceof(Uint8Array) });
export type ChainHead = z.infer<typeof headRow>;

/** Returns the newest entry of every chain, as the heads store it. */
export async function listHeads(): Promise<ChainHead[]> {
  const heads = await database().auditHead.findMany({ orderBy: { chainId: 'asc' } });
  return z.array(headRow).parse(heads);
}

/** Returns the chains that have entries but no head. */
export async function listChainsWithoutHead(): Promise<string[]> {
  const rows = await database().$queryRaw<unknown[]>`
    SELECT DISTINCT chain_id FROM audit_entry
     WHERE NOT EXISTS (SELECT FROM audit_head WHERE audit_head.chain_id = audit_entry.chain_id)`;
  return z
    .array(z.object({ chain_id: z.string() }))
    .parse(rows)
    .map((row) => row.chain_id);
}

/** Returns entries of a chain after `sequence`, in order. */
export async function listEntries(chainId: string, after: bigint, count: number): Promise<StoredEntry[]> {
  const rows = await database().auditEntry.findMany({
    where: { chainId, sequence: { gt: after } },
    orderBy: { sequence: 'asc' },
    take: count,
  });
  return rows.map(toStoredEntry);
}

const keptBatch = 5_000;

/** Yields the entries of a chain up to a number, in order, which is what stays of its beginning after an expiry. */
export async function* readSealedEntries(
  chainId: string,
  through: bigint,
  client: Pick<Transaction, 'auditEntry'> = database(),
): AsyncGenerator<StoredEntry> {
  for (let after = 0n; ; ) {
    const rows = await client.auditEntry.findMany({
      where: { chainId, sequence: { gt: after, lte: through } },
      orderBy: { sequence: 'asc' },
      take: keptBatch,
    });
    yield* rows.map(toStoredEntry);
    const last = rows.at(-1);
    if (last === undefined || rows.length < keptBatch) return;
    after = last.sequence;
  }
}

/** Returns the newest entries of a chain up to `sequence`, newest first. */
export async function listNewestEntries(
  chainId: string,
  sequence: bigint,
  count: number,
): Promise<StoredEntry[]> {
  const rows = await database().auditEntry.findMany({
    where: { chainId, sequence: { lte: sequence } },
    orderBy: { sequence: 'desc' },
    take: count,
  });
  return rows.map(toStoredEntry);
}

type EntryRow = Omit<StoredEntry, 'at' | 'before' | 'after'> & { at: Date; before: unknown; after: unknown };

const toStoredEntry = ({ at, before, after, ...row }: EntryRow): StoredEntry => ({
  ...row,
  at: at.getTime(),
  before: toStoredValue(before),
  after: toStoredValue(after),
});

/** Returns the entries of a chain with this action, in order. `kind` limits them to those with it among their new values. */
export async function listEntriesByAction(
  chainId: string,
  action: string,
  kind?: string,
): Promise<StoredEntry[]> {
  const rows = await database().auditEntry.findMany({
    where: { chainId, action, ...(kind === undefined ? {} : { after: { path: ['kind'], equals: kind } }) },
    orderBy: { sequence: 'asc' },
  });
  return rows.map(toStoredEntry);
}

/** Returns true if the chain has such an entry. */
export async function hasEntry(
  chainId: string,
  entry: { action: string; objectType: string; objectId: string },
): Promise<boolean> {
  const { action, objectType, objectId } = entry;
  const found = await database().auditEntry.findFirst({
    where: { chainId, objectType, objectId, action },
    select: { sequence: true },
  });
  return found !== null;
}

/** Returns true if a person did this to the object since then, with the same details. */
export async function hasRecentEntry(
  transaction: Transaction,
  chainId: string,
  actorId: string,
  { action, objectType, objectId, after }: RecordedAction,
  since: Instant,
): Promise<boolean> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT 1 FROM audit_entry
     WHERE chain_id = ${chainId}::uuid AND object_type = ${objectType} AND object_id = ${objectId}
       AND action = ${action} AND actor_kind = 'person' AND actor_id = ${actorId} AND at > ${toDate(since)}
       AND coalesce(after, 'null') = ${JSON.stringify(after)}::jsonb
     LIMIT 1`;
  return z.array(z.unknown()).parse(rows).length > 0;
}

type RecordedAction = {
  readonly action: string;
  readonly objectType: string;
  readonly objectId: string;
  readonly after: AuditValue;
};
