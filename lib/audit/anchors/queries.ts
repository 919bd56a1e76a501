import 'server-only';
import * as z from 'zod';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { fromDate } from '#lib/values/instant.ts';
import { findCheckpoint } from '../checkpoint.ts';
import type { AnchoredEntry } from './read-anchors.ts';
import { anchorFailures } from './schema.ts';

const batch = 5_000;
const entryRow = z.object({ place: z.int(), hash: z.string().nullable() });

/** An anchored entry that is `missing` from the database or has another hash there. */
export type LostEntry = AnchoredEntry & { readonly loss: 'missing' | 'changed' };

/** Returns the anchored entries that are missing or changed in the database. Those that expired aren't missing. */
export async function findLostEntries(
  entries: readonly AnchoredEntry[],
  transaction: Transaction = database(),
): Promise<LostEntry[]> {
  const lost: LostEntry[] = [];
  const begins = new Map<string, bigint>();
  for (const chainId of new Set(entries.map((entry) => entry.chainId)))
    begins.set(chainId, (await findCheckpoint(chainId))?.through ?? 0n);
  for (let from = 0; from < entries.length; from += batch) {
    const part = entries.slice(from, from + batch);
    const rows = z.array(entryRow).parse(
      await transaction.$queryRaw<unknown[]>`
        SELECT place::int AS place, encode(e.hash, 'hex') AS hash
          FROM unnest(${part.map((entry) => entry.chainId)}::text[], ${part.map((entry) => String(entry.sequence))}::text[])
               WITH ORDINALITY AS anchored (chain_id, sequence, place)
          LEFT JOIN audit_entry e
            ON e.chain_id = anchored.chain_id::uuid AND e.sequence = anchored.sequence::bigint
         ORDER BY place`,
    );
    for (const { place, hash } of rows) {
      const entry = part[place - 1];
      if (entry === undefined || hash === entry.hash) continue;
      const isExpired = hash === null && entry.sequence < (begins.get(entry.chainId) ?? 0n);
      if (!isExpired) lost.push({ ...entry, loss: hash === null ? 'missing' : 'changed' });
    }
  }
  return lost;
}

const anchorRow = z.object({ number: z.bigint().transform(Number), hash: z.string() });

/** Returns number and hash of every anchor in the database. */
export async function listAnchorHashes(): Promise<ReadonlyMap<number, string>> {
  const rows = await database().$queryRaw<unknown[]>`
    SELECT number, encode(hash, 'hex') AS hash FROM audit_anchor ORDER BY number`;
  return new Map(
    z
      .array(anchorRow)
      .parse(rows)
      .map(({ number, hash }) => [number, hash]),
  );
}

const countRow = z.object({ entries: z.bigint() });

/** Counts the entries that no anchor covers yet. */
export async function countUnanchored(): Promise<bigint> {
  const rows = await database().$queryRaw<unknown[]>`
    SELECT coalesce(sum(greatest(h.sequence - coalesce(a.sequence, 0), 0)), 0)::bigint AS entries
      FROM audit_head h LEFT JOIN audit_anchor_head a USING (chain_id)`;
  return z.array(countRow).parse(rows)[0]?.entries ?? 0n;
}

const stateRow = z.object({
  checkedAt: z.date().transform(fromDate).nullable(),
  failingSince: z.date().transform(fromDate).nullable(),
  failure: z.enum(anchorFailures).nullable(),
});

/** Returns the result of the latest run, or null before the first. */
export async function readAnchorState(): Promise<z.infer<typeof stateRow> | null> {
  const row = await database().installation.findUnique({ where: { id: true } });
  if (row === null || (row.anchorsCheckedAt === null && row.anchorsFailure === null)) return null;
  return stateRow.parse({
    checkedAt: row.anchorsCheckedAt,
    failingSince: row.anchorsFailingSince,
    failure: row.anchorsFailure,
  });
}
