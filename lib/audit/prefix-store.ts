import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import { systemChain } from './write-audit.ts';

/** The most entries that one transaction removes, where anchors are near enough. */
const mostEntries = 50_000;
/** The newest anchors that are old enough. A chain without an entry in all of them expires later. */
const checkedAnchors = 20_000;

/** An entry that an anchor covers. The beginning of its chain expires before it. */
export type PrefixEnd = { readonly sequence: bigint; readonly hash: string; readonly anchor: number };

const endRows = z.array(
  z.object({ anchor: z.bigint().transform(Number), sequence: z.bigint(), hash: z.string() }),
);

/** Returns the newest entry after `after` that a delivered anchor covers since before the retention time, or null. */
export async function findPrefixEnd(
  transaction: Transaction,
  chainId: string,
  { years, after, delivered }: { years: number; after: bigint; delivered: number },
): Promise<PrefixEnd | null> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT number AS anchor, sequence, hash
      FROM (SELECT a.number, (head ->> 1)::bigint AS sequence, head ->> 2 AS hash
              FROM (SELECT number, line FROM audit_anchor
                     WHERE number <= ${delivered} AND at < now() - make_interval(years => ${years}::int)
                     ORDER BY number DESC LIMIT ${checkedAnchors}) AS a,
                   jsonb_array_elements(a.line::jsonb #> '{anchor,heads}') AS head
             WHERE head ->> 0 = ${chainId}) AS heads
     WHERE sequence > ${after}
     ORDER BY sequence > ${after + BigInt(mostEntries)},
              CASE WHEN sequence > ${after + BigInt(mostEntries)} THEN sequence ELSE -sequence END, number
     LIMIT 1`;
  return endRows.parse(rows)[0] ?? null;
}

/**
 * SQL with the reason why the entry `e` stays, or null. Entries about retention and about the log itself prove what expired.
 * The log of all businesses has only sign-ins that expire.
 */
export const entryObstacleSql = (chain: string): string => `CASE
  WHEN split_part(e.action, '.', 1) IN ('audit', 'retention') THEN 'evidence'
  WHEN e.chain_id = '${systemChain}' AND (e.object_type <> 'person' OR e.action NOT LIKE 'session.%') THEN 'evidence'
  WHEN EXISTS (SELECT FROM legal_hold h LEFT JOIN deposit d ON e.object_type = 'deposit' AND h.kind = 'payment'
                  AND d.business_id = h.business_id AND d.payment_id = h.record_id
                WHERE h.business_id = ${chain} AND h.lifted_at IS NULL
                  AND (h.kind = e.object_type AND h.record_id::text = e.object_id OR d.deposit_id::text = e.object_id)) THEN 'held'
  WHEN e.object_type IN ('review-case', 'review-report') AND EXISTS (
         SELECT FROM review_case c WHERE c.business_id = ${chain} AND c.case_id::text = e.object_id) THEN 'case' END`;

/** Lists the entries before a number that stay because of an existing case. The database itself keeps evidence and held ones. */
export async function listCaseEntries(
  transaction: Transaction,
  chainId: string,
  before: bigint,
): Promise<readonly bigint[]> {
  const rows: unknown = await transaction.$queryRawUnsafe(
    `SELECT sequence FROM audit_entry e
      WHERE chain_id = $1::uuid AND sequence < $2::bigint AND ${entryObstacleSql('$1::uuid')} = 'case' ORDER BY sequence`,
    chainId,
    before,
  );
  return z
    .array(z.object({ sequence: z.bigint() }))
    .parse(rows)
    .map(({ sequence }) => sequence);
}

const removal = z.array(z.object({ count: z.int(), years: z.int() }));

/** Removes the entries before the end, except `kept`. The database checks time, anchor and holds. Null: nothing expires. */
export async function removePrefix(
  transaction: Transaction,
  chainId: string,
  { sequence, anchor }: PrefixEnd,
  kept: readonly bigint[],
): Promise<z.output<typeof removal>[number] | null> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT removed AS count, years
      FROM expire_audit_prefix(${chainId}::uuid, ${sequence}, ${anchor}::bigint, ${kept.map(String)}::text[]::bigint[])`;
  return removal.parse(rows)[0] ?? null;
}
