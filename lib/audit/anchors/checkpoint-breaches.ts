import 'server-only';
import { tAuditVerification } from '#lib/messages/audit-verification.ts';
import type { Checkpoint } from '../checkpoint.ts';
import { findCheckpoint } from '../checkpoint.ts';
import type { AnchorFindings } from './read-anchors.ts';

/** A leap day. */
const toleranceMs = 86_400_000;

function subtractYears(at: number, years: number): number {
  const date = new Date(at);
  return date.setUTCFullYear(date.getUTCFullYear() - years);
}

function findBreach(
  { anchors, entries }: Pick<AnchorFindings, 'anchors' | 'entries'>,
  { entry, through, hash, anchor: number, years }: Checkpoint,
): string | null {
  const own = entries.filter(({ chainId }) => chainId === entry.chainId);
  const values = { chain: entry.chainId, sequence: String(through), anchor: String(number) };
  const isCovered = own.some(
    (covered) => covered.anchor === number && covered.sequence === through && covered.hash === hash,
  );
  if (!isCovered) return tAuditVerification('database.unanchoredBegin', values);
  const anchoredAt = Date.parse(anchors.find((anchor) => anchor.number === number)?.at ?? '');
  if (!(anchoredAt <= subtractYears(entry.at, years) + toleranceMs))
    return tAuditVerification('database.earlyExpiry', values);
  return own.some(({ sequence }) => sequence >= entry.sequence)
    ? null
    : tAuditVerification('database.unanchoredSeal', { ...values, seal: String(entry.sequence) });
}

/**
 * Describes each chain whose beginning was removed without proof by the anchors. One anchor that is older than the retention
 * time covers the entry where the log begins. A later one covers the entry that seals what stayed.
 */
export async function listCheckpointBreaches(
  reading: Pick<AnchorFindings, 'anchors' | 'entries'>,
): Promise<string[]> {
  const chains = new Set(reading.entries.map(({ chainId }) => chainId));
  const checkpoints = await Promise.all([...chains].map(findCheckpoint));
  return checkpoints.flatMap((checkpoint) =>
    checkpoint === null ? [] : (findBreach(reading, checkpoint) ?? []),
  );
}
