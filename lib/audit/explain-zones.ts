import 'server-only';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { isExpired } from './expired-entries.ts';
import type { EntryTimeShift } from './explained-zones.ts';
import {
  explanationAction,
  findZoneOffsetMinutes,
  hasMatchingHash,
  listExplainedOffsets,
} from './explained-zones.ts';
import { listEntries, listHeads } from './queries.ts';
import { systemChain, writeAudit } from './write-audit.ts';

type ShiftedChain = {
  readonly chainId: string;
  readonly shifts: readonly EntryTimeShift[];
  /** Entries whose hash matches no offset. They are breaches. */
  readonly unexplained: number;
};

const batchSize = 1_000;

async function findShifts(chainId: string): Promise<ShiftedChain> {
  const explained = await listExplainedOffsets(chainId);
  const byOffset = new Map<number, string[]>();
  let unexplained = 0;
  for (let after = 0n; ; ) {
    const batch = await listEntries(chainId, after, batchSize);
    for (const entry of batch) {
      after = entry.sequence;
      if (isExpired(entry) || hasMatchingHash(entry) || explained.has(entry.sequence)) continue;
      const offset = findZoneOffsetMinutes(entry);
      if (offset === null) unexplained += 1;
      else byOffset.set(offset, [...(byOffset.get(offset) ?? []), String(entry.sequence)]);
    }
    if (batch.length < batchSize) break;
  }
  const shifts = [...byOffset].map(([offsetMinutes, sequences]) => ({ offsetMinutes, sequences }));
  return { chainId, shifts, unexplained };
}

/** Finds the entries that a session of another time zone stored shifted, in every chain. */
export async function findShiftedEntries(): Promise<ShiftedChain[]> {
  const chains: ShiftedChain[] = [];
  for (const { chainId } of await listHeads()) {
    const chain = await findShifts(chainId);
    if (chain.shifts.length > 0 || chain.unexplained > 0) chains.push(chain);
  }
  return chains;
}

/** Appends an entry that explains which entries were stored shifted and by how much. The entries themselves stay. */
export function explainShiftedEntries(
  context: Context<SystemActor>,
  { chainId, shifts }: ShiftedChain,
): Promise<void> {
  return inTransaction((transaction) =>
    writeAudit(transaction, context, {
      businessId: chainId === systemChain ? null : toId<BusinessId>(chainId),
      action: explanationAction,
      objectType: 'business',
      objectId: chainId,
      after: { shifts },
    }),
  );
}
