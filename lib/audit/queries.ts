import 'server-only';
import * as z from 'zod';
import { database } from '#lib/platform/db.ts';
import type { Transaction } from '#lib/platform/transaction.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import type { HashedEntry } from './canonical.ts';
import { settle } from './canonical.ts';

/** As it stands in the database, whether it is sound or not. */
export type StoredEntry = HashedEntry & { readonly hash: Uint8Array };

const headRow = z.object({ chainId: z.string(), sequence: z.bigint(), hash: z.instanceof(Uint8Array) });
export type Head = z.infer<typeof headRow>;

/** The newest entry of every chain, as it was last told. */
export async function listHeads(): Promise<Head[]> {
  const heads = await database().auditHead.findMany({ orderBy: { chainId: 'asc' } });
  return z.array(headRow).parse(heads);
}

/** Chains that have entries and no head. */
export async function listChainsWithoutHead(): Promise<string[]> {
  const rows = await database().$queryRaw<unknown[]>`
    SELECT DISTINCT chain_id FROM audit_entry
     WHERE NOT EXISTS (SELECT FROM audit_head WHERE audit_head.chain_id = audit_entry.chain_id)`;
  return z
    .array(z.object({ chain_id: z.string() }))
    .parse(rows)
    .map((row) => row.chain_id);
}

/** Entries of a chain in order, from after `sequence` on. */
export async function listEntries(chainId: string, after: bigint, count: number): Promise<StoredEntry[]> {
  const rows = await database().auditEntry.findMany({
    where: { chainId, sequence: { gt: after } },
    orderBy: { sequence: 'asc' },
    take: count,
  });
  return rows.map(({ at, before, after: later, ...row }) => ({
    ...row,
    at: at.getTime(),
    before: settle(before),
    after: settle(later),
  }));
}

/** Whether the chain has such an entry. */
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

/** Whether a person did this to the object since then. */
export async function actedSince(
  transaction: Transaction,
  chainId: string,
  actorId: string,
  { action, objectType, objectId }: { action: string; objectType: string; objectId: string },
  since: Instant,
): Promise<boolean> {
  const found = await transaction.auditEntry.findFirst({
    where: { chainId, objectType, objectId, action, actorKind: 'person', actorId, at: { gt: toDate(since) } },
    select: { sequence: true },
    orderBy: { sequence: 'desc' },
  });
  return found !== null;
}
