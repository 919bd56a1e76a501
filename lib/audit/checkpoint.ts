import 'server-only';
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { tAuditVerification } from '#lib/messages/audit.ts';
import { hasMatchingHash } from './canonical.ts';
import type { StoredEntry } from './queries.ts';
import { listEntriesByAction, listHeads, readSealedEntries } from './queries.ts';
import { systemChain } from './write-audit.ts';

/** The action of an entry that records what expired. */
export const expiryAction = 'retention.expire';

const expiryKinds = ['audit', 'sign-in'] as const;
type ExpiryKind = (typeof expiryKinds)[number];

/** Sign-ins have one chain for all businesses, and a retention time of their own. */
export const expiryKind = (chainId: string): ExpiryKind => (chainId === systemChain ? 'sign-in' : 'audit');

const number = z.string().regex(/^[1-9]\d{0,18}$/);
const checkpointValues = z.object({
  kind: z.enum(expiryKinds),
  years: z.int().positive(),
  /** The number of removed entries. */
  count: z.int().positive(),
  /** The entry at which the log begins. Entries before it were removed, except those that are sealed. */
  through: number.transform(BigInt),
  hash: z.string(),
  /** The anchor that covers that entry. */
  anchor: z.int().positive(),
  /** The number of entries that stayed, with that one, and SHA-256 over their numbers and hashes. */
  kept: z.int().positive(),
  digest: z.string(),
});

/** The entry of a chain that seals its beginning after an expiry. Verification starts there. */
export type Checkpoint = z.output<typeof checkpointValues> & { readonly entry: StoredEntry };

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** Returns the number of entries and SHA-256 over their numbers and hashes, in order. Calls `check` with each. */
export async function sealEntries(
  entries: AsyncIterable<StoredEntry>,
  check: (entry: StoredEntry) => void = () => undefined,
): Promise<{ readonly kept: number; readonly digest: string }> {
  const digest = createHash('sha256');
  let kept = 0;
  for await (const entry of entries) {
    check(entry);
    digest.update(`${entry.sequence} ${hex(entry.hash)}\n`);
    kept += 1;
  }
  return { kept, digest: digest.digest('hex') };
}

/** Returns the newest checkpoint of a chain, or null if its beginning is complete. */
export async function findCheckpoint(chainId: string): Promise<Checkpoint | null> {
  const entry = (await listEntriesByAction(chainId, expiryAction, expiryKind(chainId))).at(-1);
  if (entry === undefined || !hasMatchingHash(entry)) return null;
  const values = checkpointValues.safeParse(entry.after);
  return values.success && values.data.through < entry.sequence ? { ...values.data, entry } : null;
}

const timeValues = z.object({ kind: z.enum(expiryKinds), years: z.int().nullable() });

/** Lists the entries of a chain that set a time of this kind or approved it, in order, if their own hashes match. */
async function listTimes(chainId: string, kind: ExpiryKind) {
  const actions = ['retention.approve', 'retention.set'];
  const entries = await Promise.all(actions.map((action) => listEntriesByAction(chainId, action, kind)));
  return entries
    .flat()
    .filter((entry) => hasMatchingHash(entry))
    .flatMap(({ sequence, at, after }) => {
      const values = timeValues.safeParse(after);
      return values.success ? [{ sequence, at, years: values.data.years }] : [];
    })
    .toSorted((one, two) => (one.sequence < two.sequence ? -1 : 1));
}

/** Returns true if the expiry applied the latest time of its chain, or for sign-ins one that a business had set. */
async function isApproved({ entry, years, kind }: Checkpoint): Promise<boolean> {
  if (kind === 'audit') {
    const times = await listTimes(entry.chainId, kind);
    return times.findLast(({ sequence }) => sequence < entry.sequence)?.years === years;
  }
  const heads = await listHeads();
  const times = await Promise.all(heads.map(({ chainId }) => listTimes(chainId, kind)));
  return times.flat().some((time) => time.years === years && time.at <= entry.at);
}

/** Returns what is wrong with the entries that a checkpoint seals, or null. */
export async function findSealProblem(checkpoint: Checkpoint): Promise<string | null> {
  const { entry, through } = checkpoint;
  let isUnchanged = true;
  let lastHash = '';
  const seal = await sealEntries(readSealedEntries(entry.chainId, through), (kept) => {
    isUnchanged &&= hasMatchingHash(kept);
    lastHash = kept.sequence === through ? hex(kept.hash) : '';
  });
  const isSealed = seal.kept === checkpoint.kept && seal.digest === checkpoint.digest;
  if (!isSealed || !isUnchanged || lastHash !== checkpoint.hash) return tAuditVerification('chain.sealed');
  return (await isApproved(checkpoint)) ? null : tAuditVerification('chain.unapprovedExpiry');
}
