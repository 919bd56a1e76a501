import 'server-only';
import * as z from 'zod';
import { hashEntry } from './canonical.ts';
import type { StoredEntry } from './queries.ts';
import { listEntriesOfAction } from './queries.ts';

/** The action of an entry that explains which earlier ones were stored by a session of another time zone. */
export const explanation = 'audit.explain-zone';

/** Entries stored too early (positive) or too late (negative) by this much. */
export type Shift = { readonly offsetMinutes: number; readonly sequences: readonly string[] };

const explained = z.object({
  shifts: z.array(z.object({ offsetMinutes: z.number().int(), sequences: z.array(z.string()) })),
});

export const isHashed = (entry: StoredEntry, offsetMinutes = 0): boolean =>
  Buffer.compare(entry.hash, hashEntry({ ...entry, at: entry.at + offsetMinutes * 60_000 })) === 0;

const stepMinutes = 15;
const mostMinutes = 14 * 60;

/** Finds the offset of a time zone under which an entry has its hash; null where it has it under none. */
export function findOffset(entry: StoredEntry): number | null {
  for (let offset = stepMinutes; offset <= mostMinutes; offset += stepMinutes)
    for (const signed of [offset, -offset]) if (isHashed(entry, signed)) return signed;
  return null;
}

/**
 * Returns the offset under which each explained entry of a chain has to have its hash. Explanations whose own hash is
 * wrong explain nothing.
 */
export async function listExplained(chainId: string): Promise<ReadonlyMap<bigint, number>> {
  const offsets = new Map<bigint, number>();
  for (const entry of await listEntriesOfAction(chainId, explanation)) {
    const read = explained.safeParse(entry.after);
    if (!read.success || !isHashed(entry)) continue;
    for (const { offsetMinutes, sequences } of read.data.shifts)
      for (const sequence of sequences) {
        const number = BigInt(sequence);
        if (number < entry.sequence) offsets.set(number, offsetMinutes);
      }
  }
  return offsets;
}
