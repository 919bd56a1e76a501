import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { ExpiredEntry } from './expired-entries.ts';

const expiredRows = z.array(
  z.object({
    entry: z.bigint(),
    entry_at: z.bigint(),
    entry_hash: z.instanceof(Uint8Array),
    entry_years: z.int(),
  }),
);

/**
 * Removes the content of entries whose retention time is over. The database checks each of them. Returns those that
 * expired, in order, with the time that it applied.
 */
export async function removeContents(
  transaction: Transaction,
  businessId: BusinessId,
  sequences: readonly bigint[],
): Promise<{ readonly years: number; readonly entries: readonly ExpiredEntry[] } | null> {
  const rows = expiredRows.parse(
    await transaction.$queryRaw`
      SELECT * FROM expire_audit_entries(${businessId}::uuid, ${sequences.map(String)}::text[]::bigint[]) ORDER BY entry`,
  );
  const [first] = rows;
  if (first === undefined) return null;
  return {
    years: first.entry_years,
    entries: rows.map(({ entry, entry_at: at, entry_hash: hash }) => ({
      sequence: entry,
      at: Number(at),
      hash,
    })),
  };
}
