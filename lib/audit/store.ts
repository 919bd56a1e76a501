import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import { liveChannel, toChangePayload } from '#lib/realtime/live-events.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { HashedEntry } from './canonical.ts';
import { genesisHash, hashEntry } from './canonical.ts';

const headRow = z.object({ sequence: z.bigint(), hash: z.instanceof(Uint8Array) });

/** Takes the next positions in the chain and returns the first. Other writers of the chain wait until the transaction ends. */
async function takePositions(
  transaction: Transaction,
  chainId: string,
  count: number,
): Promise<z.infer<typeof headRow>> {
  const rows = await transaction.$queryRaw<unknown[]>`
    INSERT INTO audit_head (chain_id, sequence, hash) VALUES (${chainId}::uuid, ${count}::int, ${genesisHash})
    ON CONFLICT (chain_id) DO UPDATE SET sequence = audit_head.sequence + excluded.sequence
    RETURNING sequence - ${count}::int + 1 AS sequence, hash`;
  return headRow.parse(rows[0]);
}

/** The parts in which entries of one action differ. */
type EntryDetails = Pick<HashedEntry, 'action' | 'objectType' | 'objectId' | 'before' | 'after'>;

/** Appends entries of one action to their chain and announces them to the open logs of these businesses. */
export async function appendEntries(
  transaction: Transaction,
  common: Omit<HashedEntry, 'sequence' | 'previous' | keyof EntryDetails>,
  details: readonly EntryDetails[],
  readers: readonly BusinessId[],
): Promise<void> {
  const head = await takePositions(transaction, common.chainId, details.length);
  let sequence = head.sequence;
  let hash: Uint8Array = head.hash;
  const entries = details.map((detail) => {
    const entry = { ...common, ...detail, sequence, previous: hash };
    hash = hashEntry(entry);
    sequence += 1n;
    return {
      ...detail,
      sequence: String(entry.sequence),
      previous: Buffer.from(entry.previous).toString('hex'),
      hash: Buffer.from(hash).toString('hex'),
    };
  });
  await transaction.$executeRaw`
    INSERT INTO audit_entry (chain_id, sequence, at, actor_kind, actor_id, action, object_type, object_id,
                             before, after, request_id, previous, hash)
    SELECT ${common.chainId}::uuid, sequence, ${new Date(common.at)}, ${common.actorKind}, ${common.actorId},
           action, "objectType", "objectId", before, after, ${common.requestId}, decode(previous, 'hex'), decode(hash, 'hex')
      FROM jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
           AS entry (sequence bigint, action text, "objectType" text, "objectId" text, before jsonb, after jsonb, previous text, hash text)`;
  const changes = readers.map((businessId) => toChangePayload({ businessId, topics: ['audit'] }));
  await transaction.$queryRaw`
    UPDATE audit_head SET hash = ${hash} WHERE chain_id = ${common.chainId}::uuid
    RETURNING (SELECT count(pg_notify(${liveChannel}, text)::text) FROM unnest(${changes}::text[]) AS text)::int`;
}
