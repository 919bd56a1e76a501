import 'server-only';
import * as z from 'zod';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, toDate } from '#lib/values/instant.ts';
import type { AnchorHead } from './anchor.ts';
import type { AnchorFailure } from './schema.ts';

/** Ensures one writer of anchors in the installation. No other advisory lock has this number. */
const lock = 8_215_530_447;

/** Takes the lock until the transaction ends. Returns false if another worker holds it. */
export async function takeAnchorLock(transaction: Transaction): Promise<boolean> {
  const rows = await transaction.$queryRaw<{ mine: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(${lock}::bigint) AS mine`;
  return rows[0]?.mine === true;
}

/** A stored anchor with the fields that the next one needs. */
export type StoredAnchor = {
  readonly number: number;
  readonly at: Instant;
  readonly segment: number;
  readonly keyId: string;
  readonly hash: string;
};

const anchorRow = z
  .object({
    number: z.bigint().transform(Number),
    at: z.date().transform(fromDate),
    segment: z.int(),
    key_id: z.string(),
    hash: z.string(),
  })
  .transform(({ key_id: keyId, ...row }) => ({ ...row, keyId }));

/** Returns the newest anchor, or null before the first. */
export async function findLatestAnchor(transaction: Transaction = database()): Promise<StoredAnchor | null> {
  const rows = await transaction.$queryRaw<unknown[]>`
    SELECT number, at, segment, key_id, encode(hash, 'hex') AS hash FROM audit_anchor ORDER BY number DESC LIMIT 1`;
  return rows[0] === undefined ? null : anchorRow.parse(rows[0]);
}

/** Returns true if this key was named to sign an anchor. */
export async function isKeyUsed(transaction: Transaction, keyId: string): Promise<boolean> {
  return (await transaction.auditAnchor.findFirst({ where: { keyId }, select: { number: true } })) !== null;
}

/** The actions whose entries are anchored at once instead of at the next interval. */
export const anchoredAtOnce: readonly string[] = [
  'review-case.propose',
  'review-case.decide',
  'review-case.confirm',
  'review-case.decline',
  'review-case.withdraw',
  'review-case.reopen',
  'review-case.file-report',
  'review-case.amend-report',
  'retention.expire',
  'period.close',
  'period.reopen',
];

/** Returns true if such an entry was committed and no anchor covers it. */
export async function hasUnanchoredDecision(transaction: Transaction): Promise<boolean> {
  const rows = await transaction.$queryRaw<{ has: boolean }[]>`
    SELECT EXISTS (
      SELECT FROM audit_head h LEFT JOIN audit_anchor_head a ON a.chain_id = h.chain_id
        JOIN audit_entry e ON e.chain_id = h.chain_id AND e.sequence > coalesce(a.sequence, 0)
       WHERE h.sequence > coalesce(a.sequence, 0) AND e.action = ANY(${anchoredAtOnce}::text[])) AS has`;
  return rows[0]?.has === true;
}

const headRow = z.object({
  chain_id: z.string(),
  sequence: z.bigint().transform(String),
  hash: z.string(),
  is_new: z.boolean(),
  is_broken: z.boolean(),
});

export type ChainHeads = {
  readonly all: readonly AnchorHead[];
  /** Heads that have grown since the last anchor. */
  readonly grown: readonly AnchorHead[];
  /** True if an anchored entry is missing or changed. */
  readonly isBroken: boolean;
};

/** Returns the newest committed entry of every chain, compared with the anchored one. */
export async function readChainHeads(transaction: Transaction): Promise<ChainHeads> {
  const rows = z.array(headRow).parse(
    await transaction.$queryRaw<unknown[]>`
      SELECT coalesce(h.chain_id, a.chain_id)::text AS chain_id, coalesce(h.sequence, 0) AS sequence,
             coalesce(encode(h.hash, 'hex'), '') AS hash, h.sequence IS DISTINCT FROM a.sequence AS is_new,
             (a.chain_id IS NOT NULL AND (h.chain_id IS NULL OR h.sequence < a.sequence
              OR e.hash IS DISTINCT FROM a.hash)) AS is_broken
        FROM audit_head h FULL JOIN audit_anchor_head a ON a.chain_id = h.chain_id
        LEFT JOIN audit_entry e ON e.chain_id = a.chain_id AND e.sequence = a.sequence`,
  );
  const toHead = (row: z.infer<typeof headRow>): AnchorHead => [row.chain_id, row.sequence, row.hash];
  const existing = rows.filter((row) => row.sequence !== '0');
  return {
    all: existing.map(toHead),
    grown: existing.filter((row) => row.is_new).map(toHead),
    isBroken: rows.some((row) => row.is_broken),
  };
}

/** Stores an anchor. */
export async function storeAnchor(
  transaction: Transaction,
  { number, at, segment, keyId, hash, line }: StoredAnchor & { readonly line: string },
): Promise<void> {
  await transaction.$executeRaw`
    INSERT INTO audit_anchor (number, at, segment, key_id, hash, line)
    VALUES (${number}, ${toDate(at)}, ${segment}, ${keyId}, decode(${hash}, 'hex'), ${line})`;
}

/** Stores the heads that an anchor covers. `replace` deletes all others. */
export async function storeChainHeads(
  transaction: Transaction,
  heads: readonly AnchorHead[],
  replace: boolean,
): Promise<void> {
  if (replace) await transaction.auditAnchorHead.deleteMany();
  const column = (index: 0 | 1 | 2) => heads.map((head) => head[index]);
  await transaction.$executeRaw`
    INSERT INTO audit_anchor_head (chain_id, sequence, hash)
    SELECT chain::uuid, sequence::bigint, decode(hash, 'hex')
      FROM unnest(${column(0)}::text[], ${column(1)}::text[], ${column(2)}::text[]) AS head (chain, sequence, hash)
    ON CONFLICT (chain_id) DO UPDATE SET sequence = excluded.sequence, hash = excluded.hash`;
}

const lineRow = z.object({ number: z.bigint().transform(Number), line: z.string(), hash: z.string() });
export type AnchorLine = z.infer<typeof lineRow>;

/** Returns up to `count` anchors after `after`, in order. */
export async function listLines(
  transaction: Transaction,
  after: number,
  count: number,
): Promise<AnchorLine[]> {
  const rows = await transaction.$queryRaw<unknown[]>`
    SELECT number, line, encode(hash, 'hex') AS hash FROM audit_anchor
     WHERE number > ${after} ORDER BY number LIMIT ${count}`;
  return z.array(lineRow).parse(rows);
}

/** Returns the oldest anchors that the webhook has not accepted. */
export async function listUnsent(count: number): Promise<AnchorLine[]> {
  const rows = await database().$queryRaw<unknown[]>`
    SELECT number, line, encode(hash, 'hex') AS hash FROM audit_anchor
     WHERE sent_at IS NULL ORDER BY number LIMIT ${count}`;
  return z.array(lineRow).parse(rows);
}

/** Returns the number of the newest anchor that the webhook accepted. They are sent in order. Zero without one. */
export async function findLatestSent(transaction: Transaction): Promise<number> {
  const { _max: newest } = await transaction.auditAnchor.aggregate({
    where: { sentAt: { not: null } },
    _max: { number: true },
  });
  return Number(newest.number ?? 0n);
}

/** Records that the webhook accepted an anchor. */
export async function markSent(number: number, at: Instant): Promise<void> {
  await database()
    .$executeRaw`UPDATE audit_anchor SET sent_at = ${toDate(at)} WHERE number = ${number} AND sent_at IS NULL`;
}

/** Records the result of a run. Consecutive failures keep the time of the first one. */
export async function recordRun(at: Instant, failure: AnchorFailure | null): Promise<void> {
  const now = toDate(at);
  await database().$executeRaw`
    UPDATE installation
       SET anchors_checked_at = coalesce(${failure === null ? now : null}::timestamptz, anchors_checked_at),
           anchors_failing_since = CASE WHEN ${failure}::text IS NOT NULL
             THEN coalesce(anchors_failing_since, ${now}::timestamptz) END,
           anchors_failure = ${failure}::text`;
}
