import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import { liveChannel, toChangePayload } from '#lib/realtime/live-events.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { HashedEntry } from './canonical.ts';
import { genesisHash, hashEntry } from './canonical.ts';

const headRow = z.object({ sequence: z.bigint(), hash: z.instanceof(Uint8Array) });

/** Takes the next position in the chain. Other writers of the chain wait until the transaction ends. */
async function takePosition(transaction: Transaction, chainId: string): Promise<z.infer<typeof headRow>> {
  const rows = await transaction.$queryRaw<unknown[]>`
    INSERT INTO audit_head (chain_id, sequence, hash) VALUES (${chainId}::uuid, 1, ${genesisHash})
    ON CONFLICT (chain_id) DO UPDATE SET sequence = audit_head.sequence + 1
    RETURNING sequence, hash`;
  return headRow.parse(rows[0]);
}

const toJson = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** Appends an entry to its chain and announces it to the open logs of these businesses. */
export async function appendEntry(
  transaction: Transaction,
  entry: Omit<HashedEntry, 'sequence' | 'previous'>,
  readers: readonly BusinessId[],
): Promise<void> {
  const { sequence, hash: previous } = await takePosition(transaction, entry.chainId);
  const hash = hashEntry({ ...entry, sequence, previous });
  await transaction.$executeRaw`
    INSERT INTO audit_entry (chain_id, sequence, at, actor_kind, actor_id, action, object_type, object_id,
                             before, after, request_id, previous, hash)
    VALUES (${entry.chainId}::uuid, ${sequence}, ${new Date(entry.at)}, ${entry.actorKind}, ${entry.actorId},
            ${entry.action}, ${entry.objectType}, ${entry.objectId}, ${toJson(entry.before)}::jsonb,
            ${toJson(entry.after)}::jsonb, ${entry.requestId}, ${previous}, ${hash})`;
  const changes = readers.map((businessId) => toChangePayload({ businessId, topics: ['audit'] }));
  await transaction.$queryRaw`
    UPDATE audit_head SET hash = ${hash} WHERE chain_id = ${entry.chainId}::uuid
    RETURNING (SELECT count(pg_notify(${liveChannel}, text)::text) FROM unnest(${changes}::text[]) AS text)::int`;
}
