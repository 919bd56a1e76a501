import 'server-only';
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { tAuditVerification } from '#lib/messages/audit-verification.ts';
import { toCanonicalJson } from './canonical.ts';
import { hasMatchingHash } from './explained-zones.ts';
import type { StoredEntry } from './queries.ts';
import { listEntriesByAction, listHeads } from './queries.ts';
import { systemChain } from './write-audit.ts';

/** The action that an entry has after its content expired. */
export const expiredAction = 'retention.expired';
/** The action of an entry that names the entries whose content expired. */
export const expiryAction = 'retention.expire';

export const isExpired = ({ action }: Pick<StoredEntry, 'action'>): boolean => action === expiredAction;

/** The parts of an entry that remain after its expiry. */
export type ExpiredEntry = Pick<StoredEntry, 'sequence' | 'at' | 'hash'>;

/** Consecutive numbers, from the first to the last. */
type NumberRange = readonly [string, string];

const expiryKinds = ['audit', 'sign-in'] as const;
type ExpiryKind = (typeof expiryKinds)[number];

/** Sign-ins have one chain for all businesses, and a retention time of their own. */
const findKind = (chainId: string): ExpiryKind => (chainId === systemChain ? 'sign-in' : 'audit');

/** The values of an entry that names expired entries. */
export type ExpiryValues = {
  readonly kind: ExpiryKind;
  readonly years: number;
  readonly count: number;
  readonly ranges: readonly NumberRange[];
  /** SHA-256 over number, time and hash of these entries. */
  readonly digest: string;
};

const expiryValues = z.object({
  kind: z.enum(expiryKinds),
  years: z.number().int().positive(),
  count: z.number().int().positive(),
  ranges: z.array(z.tuple([z.string(), z.string()])),
  digest: z.string(),
});
const timeValues = z.object({ kind: z.enum(expiryKinds), years: z.number().int().nullable() });

const toLine = ({ sequence, at, hash }: ExpiredEntry): string =>
  `${sequence} ${at} ${Buffer.from(hash).toString('hex')}\n`;

/** Describes expired entries in the order of their numbers, so that later changes of them are found. */
export function toExpiryValues(
  chainId: string,
  years: number,
  entries: readonly ExpiredEntry[],
): ExpiryValues {
  const digest = createHash('sha256');
  const ranges: [string, string][] = [];
  let last: bigint | null = null;
  for (const entry of entries) {
    digest.update(toLine(entry));
    const number = String(entry.sequence);
    const range = ranges.at(-1);
    if (range !== undefined && entry.sequence - 1n === last) range[1] = number;
    else ranges.push([number, number]);
    last = entry.sequence;
  }
  return { kind: findKind(chainId), years, count: entries.length, ranges, digest: digest.digest('hex') };
}

/** Only the years remain of the content. */
const hasNoContent = (entry: StoredEntry, years: number): boolean =>
  toCanonicalJson([entry.actorKind, entry.actorId, entry.objectType, entry.objectId, entry.requestId]) ===
    toCanonicalJson(['system', 'retention', 'audit-entry', String(entry.sequence), '']) &&
  entry.before === null &&
  toCanonicalJson(entry.after) === toCanonicalJson({ years });

function subtractYears(at: number, years: number): number {
  const date = new Date(at);
  return date.setUTCFullYear(date.getUTCFullYear() - years);
}
/** A leap day, and the time between the statement and its entry. */
const toleranceMs = 2 * 86_400_000;

/**
 * Returns true if an expired entry is older than something before it, as one would be whose time was changed so that it
 * could expire. Clocks differ by less than the tolerance.
 */
export const isBackdated = ({ at }: Pick<StoredEntry, 'at'>, newestBefore: number): boolean =>
  at < newestBefore - toleranceMs;

type Breach = { readonly sequence: bigint; readonly description: string };

/** The recorded expiries of a chain, read once. The job may add others in the meantime. */
export type Expiries = {
  /** Returns why an expired entry is no proof, or null. Call it for entries of the chain in order. */
  readonly findProblem: (entry: StoredEntry) => string | null;
  /** Returns the entries that no expiry names, after reading them again. Call it after the last entry. */
  readonly listUnrecorded: () => Promise<readonly Breach[]>;
  /** Returns the expiries that name other entries than the expired ones. Call it after all entries of the chain. */
  readonly listDifferent: () => readonly Breach[];
};

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

/**
 * Returns whether an expiry applied an approved time: the latest one of its chain before it, or for sign-ins one that a
 * business had set by then.
 */
async function readApprovals(chainId: string): Promise<(expiry: StoredEntry, years: number) => boolean> {
  const kind = findKind(chainId);
  if (kind === 'audit') {
    const times = await listTimes(chainId, kind);
    return (expiry, years) => times.findLast(({ sequence }) => sequence < expiry.sequence)?.years === years;
  }
  const heads = await listHeads();
  const times = await Promise.all(heads.map((head) => listTimes(head.chainId, kind)));
  return (expiry, years) => times.flat().some((time) => time.years === years && time.at <= expiry.at);
}

type RecordedExpiry = { readonly entry: StoredEntry; readonly values: ExpiryValues };
type RecordedRange = { readonly first: bigint; readonly last: bigint; readonly expiry: RecordedExpiry };

/** Reads the entries that name expired ones. One counts only if its own hash matches and its time was approved. */
async function readRecorded(chainId: string): Promise<readonly RecordedExpiry[]> {
  const entries = await listEntriesByAction(chainId, expiryAction, findKind(chainId));
  const isApproved = entries.length === 0 ? () => false : await readApprovals(chainId);
  return entries.flatMap((entry) => {
    const values = expiryValues.safeParse(entry.after);
    if (!values.success || !hasMatchingHash(entry) || !isApproved(entry, values.data.years)) return [];
    return [{ entry, values: values.data }];
  });
}

/** Returns a function that finds the expiry of an entry. It is called in the order of the chain. */
function findInOrder(
  recorded: readonly RecordedExpiry[],
): (entry: StoredEntry) => RecordedExpiry | undefined {
  const ranges: readonly RecordedRange[] = recorded
    .flatMap((expiry) =>
      expiry.values.ranges.map(([first, last]) => ({ first: BigInt(first), last: BigInt(last), expiry })),
    )
    .toSorted((one, two) => (one.first < two.first ? -1 : 1));
  let next = 0;
  return ({ sequence }) => {
    while (next < ranges.length && (ranges[next]?.last ?? 0n) < sequence) next += 1;
    const range = ranges[next];
    if (range === undefined || range.first > sequence || range.expiry.entry.sequence <= sequence)
      return undefined;
    return range.expiry;
  };
}

function findContentProblem(entry: StoredEntry, { entry: expiry, values }: RecordedExpiry): string | null {
  if (!hasNoContent(entry, values.years)) return tAuditVerification('chain.expiredContent');
  return entry.at > subtractYears(expiry.at, values.years) + toleranceMs
    ? tAuditVerification('chain.expiredEarly')
    : null;
}

/** Reads the expiries of a chain, for the verification of its entries. */
export async function readExpiries(chainId: string): Promise<Expiries> {
  const recorded = await readRecorded(chainId);
  const digests = new Map(recorded.map((expiry) => [expiry, { sha256: createHash('sha256'), found: 0 }]));
  const findExpiry = findInOrder(recorded);
  const unrecorded: StoredEntry[] = [];
  const findProblem = (entry: StoredEntry): string | null => {
    const expiry = findExpiry(entry);
    if (expiry === undefined) {
      unrecorded.push(entry);
      return null;
    }
    const problem = findContentProblem(entry, expiry);
    const digest = digests.get(expiry);
    if (problem !== null || digest === undefined) return problem;
    digest.sha256.update(toLine(entry));
    digest.found += 1;
    return null;
  };
  const listUnrecorded = async (): Promise<readonly Breach[]> => {
    if (unrecorded.length === 0) return [];
    const findLater = findInOrder(await readRecorded(chainId));
    return unrecorded.flatMap((entry) => {
      const expiry = findLater(entry);
      const description =
        expiry === undefined
          ? tAuditVerification('chain.unrecordedExpiry')
          : findContentProblem(entry, expiry);
      return description === null ? [] : [{ sequence: entry.sequence, description }];
    });
  };
  const listDifferent = () =>
    [...digests]
      .filter(
        ([{ values }, { sha256, found }]) => found !== values.count || sha256.digest('hex') !== values.digest,
      )
      .map(([{ entry }]) => ({
        sequence: entry.sequence,
        description: tAuditVerification('chain.expiredDifferent'),
      }));
  return { findProblem, listUnrecorded, listDifferent };
}
