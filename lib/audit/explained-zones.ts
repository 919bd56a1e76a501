import 'server-only';
import * as z from 'zod';
import { hashEntry } from './canonical.ts';
import type { StoredEntry } from './queries.ts';
import { listEntriesByAction } from './queries.ts';

/** The action of an entry that explains which earlier entries a session of another time zone stored. */
export const explanationAction = 'audit.explain-zone';

/** Entries stored too early (positive) or too late (negative) by this offset. */
export type EntryTimeShift = { readonly offsetMinutes: number; readonly sequences: readonly string[] };

const explanationValues = z.object({
  shifts: z.array(z.object({ offsetMinutes: z.number().int(), sequences: z.array(z.string()) })),
});

export const hasMatchingHash = (entry: StoredEntry, offsetMinutes = 0): boolean =>
  Buffer.compare(entry.hash, hashEntry({ ...entry, at: entry.at + offsetMinutes * 60_000 })) === 0;

const stepMinutes = 15;
const maxOffsetMinutes = 14 * 60;

/** Finds the offset under which an entry matches its hash, or null. */
export function findZoneOffsetMinutes(entry: StoredEntry): number | null {
  for (let offset = stepMinutes; offset <= maxOffsetMinutes; offset += stepMinutes)
    for (const signed of [offset, -offset]) if (hasMatchingHash(entry, signed)) return signed;
  return null;
}

/** Returns the offset for each explained entry of a chain. Ignores explanations whose own hash is wrong. */
export async function listExplainedOffsets(chainId: string): Promise<ReadonlyMap<bigint, number>> {
  const offsets = new Map<bigint, number>();
  for (const entry of await listEntriesByAction(chainId, explanationAction)) {
    const values = explanationValues.safeParse(entry.after);
    if (!values.success || !hasMatchingHash(entry)) continue;
    for (const { offsetMinutes, sequences } of values.data.shifts)
      for (const sequence of sequences) {
        const number = BigInt(sequence);
        if (number < entry.sequence) offsets.set(number, offsetMinutes);
      }
  }
  return offsets;
}
