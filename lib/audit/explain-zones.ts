import 'server-only';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Shift } from './explained-zones.ts';
import { explanation, findOffset, isHashed, listExplained } from './explained-zones.ts';
import { listEntries, listHeads } from './queries.ts';
import { ownChain, writeAudit } from './write-audit.ts';

type ShiftedChain = {
  readonly chainId: string;
  readonly shifts: readonly Shift[];
  /** Entries without their hash under any offset: these are breaches. */
  readonly unexplained: number;
};

const batch = 1_000;

async function findShifts(chainId: string): Promise<ShiftedChain> {
  const known = await listExplained(chainId);
  const byOffset = new Map<number, string[]>();
  let unexplained = 0;
  for (let after = 0n; ; ) {
    const found = await listEntries(chainId, after, batch);
    for (const entry of found) {
      after = entry.sequence;
      if (isHashed(entry) || known.has(entry.sequence)) continue;
      const offset = findOffset(entry);
      if (offset === null) unexplained += 1;
      else byOffset.set(offset, [...(byOffset.get(offset) ?? []), String(entry.sequence)]);
    }
    if (found.length < batch) break;
  }
  const shifts = [...byOffset].map(([offsetMinutes, sequences]) => ({ offsetMinutes, sequences }));
  return { chainId, shifts, unexplained };
}

/** Finds the entries that a session of another time zone stored shifted, in every chain that has some. */
export async function findShiftedEntries(): Promise<ShiftedChain[]> {
  const chains: ShiftedChain[] = [];
  for (const { chainId } of await listHeads()) {
    const chain = await findShifts(chainId);
    if (chain.shifts.length > 0 || chain.unexplained > 0) chains.push(chain);
  }
  return chains;
}

/** Appends to a chain which entries were stored shifted, and by how much. The entries themselves stay as they are. */
export function explainShiftedEntries(
  context: Context<SystemActor>,
  { chainId, shifts }: ShiftedChain,
): Promise<void> {
  return inTransaction((transaction) =>
    writeAudit(transaction, context, {
      businessId: chainId === ownChain ? null : toId<BusinessId>(chainId),
      action: explanation,
      objectType: 'business',
      objectId: chainId,
      after: { shifts },
    }),
  );
}
