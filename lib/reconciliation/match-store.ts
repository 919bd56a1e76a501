import 'server-only';
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { toPlainTransaction } from '#lib/database/statements.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { recordsSql } from '#lib/statements/index.ts';
import type { SignedAmount } from '#lib/values/amount.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import { formatParts } from '#lib/values/integer-parts.ts';
import { signedAmount } from '#lib/values/signed.ts';
import type { MatchState, RecordKind } from './model/choices.ts';
import { recordKinds } from './model/choices.ts';
import type { FoundMatch } from './model/match-lines.ts';
import { amountScale } from './model/match-lines.ts';
import type { MatchTerms } from './queries/terms.ts';

/** A match as it is stored. */
export type NewMatch = {
  readonly state: Exclude<MatchState, 'unmatched'>;
  readonly ruleId: string | null;
  readonly reason: string | null;
  readonly lineIds: readonly string[];
  readonly records: readonly {
    readonly recordId: string;
    readonly kind: RecordKind;
    readonly amount: SignedAmount | null;
  }[];
  /** The records minus the lines. */
  readonly difference: SignedAmount;
};

/** A confirmed match of deposits pays them out: its lines are settlements received. */
const settles = ({ state, records }: NewMatch): boolean =>
  state !== 'suggested' && state !== 'ignored' && records.some(({ kind }) => kind === 'deposit');

type MatchScope = {
  readonly businessId: BusinessId;
  readonly currency: string;
  readonly by: PersonId | null;
  readonly at: Instant;
};

/** Stores matches. The caller holds the lock and has read that their lines and records are in none. */
export async function insertMatches(
  transaction: Transaction,
  { businessId, currency, by, at }: MatchScope,
  matches: readonly NewMatch[],
): Promise<readonly string[]> {
  const { run } = toPlainTransaction(transaction);
  const named = matches.map((match) => ({ ...match, matchId: randomUUID() }));
  await run(
    `INSERT INTO bank_match (business_id, match_id, currency, state, settles, rule_id, reason, created_by, created_at)
     SELECT $1::uuid, u.match_id, $2, u.state, u.settles, u.rule_id, u.reason, $3::uuid, $4::timestamptz
       FROM unnest($5::uuid[], $6::text[], $7::boolean[], $8::uuid[], $9::text[])
         AS u (match_id, state, settles, rule_id, reason)`,
    [
      ...[businessId, currency, by, toDate(at)],
      named.map(({ matchId }) => matchId),
      named.map(({ state }) => state),
      named.map(settles),
      named.map(({ ruleId }) => ruleId),
      named.map(({ reason }) => reason),
    ],
  );
  const records = named.flatMap((match) =>
    match.records.map((record) => ({ ...record, matchId: match.matchId })),
  );
  await run(
    `INSERT INTO bank_match_record (business_id, record_id, kind, match_id, amount)
     SELECT $1::uuid, u.record_id, u.kind, u.match_id, u.amount::numeric
       FROM unnest($2::uuid[], $3::text[], $4::uuid[], $5::text[]) AS u (record_id, kind, match_id, amount)`,
    [
      businessId,
      records.map(({ recordId }) => recordId),
      records.map(({ kind }) => kind),
      records.map(({ matchId }) => matchId),
      records.map(({ amount }) => amount),
    ],
  );
  const lines = named.flatMap((match) =>
    match.lineIds.map((lineId, index) => ({
      lineId,
      matchId: match.matchId,
      isIgnored: match.state === 'ignored',
      difference: index === match.lineIds.length - 1 ? match.difference : '0',
    })),
  );
  await run(
    `UPDATE bank_line l SET match_id = u.match_id, difference = u.difference::numeric, matched_at = $2::timestamptz,
            left_to_people = l.left_to_people AND u.is_ignored
       FROM unnest($3::uuid[], $4::uuid[], $5::text[], $6::boolean[]) AS u (line_id, match_id, difference, is_ignored)
      WHERE l.business_id = $1::uuid AND l.line_id = u.line_id`,
    [
      ...[businessId, toDate(at)],
      lines.map(({ lineId }) => lineId),
      lines.map(({ matchId }) => matchId),
      lines.map(({ difference }) => difference),
      lines.map(({ isIgnored }) => isIgnored),
    ],
  );
  return named.map(({ matchId }) => matchId);
}

const format = (amount: bigint): SignedAmount => signedAmount(formatParts(amount, amountScale));

/** Converts what a rule found. */
export const toNewMatch = ({ rule, state, lines, records, difference }: FoundMatch): NewMatch => ({
  state,
  ruleId: rule.ruleId,
  reason: state === 'ignored' ? rule.name : null,
  lineIds: lines.map(({ lineId }) => lineId),
  records: records.map(({ recordId, kind, amount }) => ({ recordId, kind, amount: format(amount) })),
  difference: format(difference),
});

const endedRows = z.array(
  z.object({
    state: z.string(),
    currency: z.string(),
    ruleId: z.string().nullable(),
    reason: z.string().nullable(),
    lines: z.number(),
    records: z.number(),
  }),
);

const freeLinesSql = `
  UPDATE bank_line SET match_id = NULL, difference = 0, matched_at = $2::timestamptz WHERE business_id = $1::uuid AND match_id`;

/** A person undid the match: rules leave its lines alone. What a person no longer ignores is open to rules again. */
const leaveToPeopleSql = `
  UPDATE bank_line l SET left_to_people = true FROM bank_match m
   WHERE l.business_id = $1::uuid AND l.match_id = $2::uuid AND m.business_id = l.business_id AND m.match_id = l.match_id
     AND (m.state <> 'ignored' OR m.rule_id IS NOT NULL)`;

/** Ends a match: its items are unmatched again. Returns what it was, or null when there is none. */
export async function endMatch(
  transaction: Transaction,
  {
    businessId,
    matchId,
    at,
    isUndone,
  }: {
    readonly businessId: BusinessId;
    readonly matchId: string;
    readonly at: Instant;
    /** A person decided that its items don't belong together. */
    readonly isUndone: boolean;
  },
) {
  const { run } = toPlainTransaction(transaction);
  if (isUndone) await run(leaveToPeopleSql, [businessId, matchId]);
  const freed = await run(`${freeLinesSql} = $3::uuid RETURNING line_id`, [businessId, toDate(at), matchId]);
  const rows = endedRows.parse(
    await run(
      `WITH ended AS (SELECT count(*)::int AS records FROM bank_match_record WHERE business_id = $1::uuid AND match_id = $2::uuid)
       DELETE FROM bank_match WHERE business_id = $1::uuid AND match_id = $2::uuid
       RETURNING state, currency, rule_id::text AS "ruleId", reason, $3::int AS lines, (SELECT records FROM ended) AS records`,
      [businessId, matchId, freed.length],
    ),
  );
  return rows[0] ?? null;
}

/** Ends many matches, without what they were. */
export async function endMatches(
  transaction: Transaction,
  {
    businessId,
    at,
    matchIds,
  }: Pick<MatchScope, 'businessId' | 'at'> & { readonly matchIds: readonly string[] },
): Promise<void> {
  if (matchIds.length === 0) return;
  const { run } = toPlainTransaction(transaction);
  await run(`${freeLinesSql} = ANY ($3::uuid[])`, [businessId, toDate(at), [...matchIds]]);
  await run('DELETE FROM bank_match WHERE business_id = $1::uuid AND match_id = ANY ($2::uuid[])', [
    businessId,
    [...matchIds],
  ]);
}

const digits = z.string().transform(signedAmount);
const freeLineRows = z.array(z.object({ lineId: z.string(), amount: digits }));
const freeRecordRows = z.array(
  z.object({ recordId: z.string(), kind: z.enum(recordKinds), amount: digits.nullable() }),
);

/**
 * Reads unmatched lines and records by their IDs. Fewer than were requested: the others are in a match, gone, or of a file that
 * isn't read to its end.
 */
export async function findFreeItems(
  transaction: Transaction,
  { businessId, currency }: Pick<MatchScope, 'businessId' | 'currency'>,
  terms: MatchTerms,
  { lineIds, recordIds }: { readonly lineIds: readonly string[]; readonly recordIds: readonly string[] },
) {
  const { run } = toPlainTransaction(transaction);
  const lines = await run(
    `SELECT line_id::text AS "lineId", trim_scale(amount)::text AS amount FROM bank_line
      WHERE business_id = $1::uuid AND currency = $2 AND line_id = ANY ($3::uuid[]) AND match_id IS NULL AND removed_at IS NULL
        AND NOT EXISTS (SELECT FROM bank_import i WHERE i.business_id = $1::uuid AND i.import_id = bank_line.import_id AND i.state = 'waiting')
      ORDER BY day, line_id`,
    [businessId, currency, [...lineIds]],
  );
  const records = await run(
    `SELECT r.record_id::text AS "recordId", r.kind, trim_scale(r.amount)::text AS amount FROM (${recordsSql}) AS r
      WHERE r.record_id = ANY ($4::uuid[])
        AND NOT EXISTS (SELECT FROM bank_match_record x WHERE x.business_id = $1::uuid AND x.record_id = r.record_id)`,
    [businessId, currency, terms.countsCallbacks, [...recordIds]],
  );
  return { lines: freeLineRows.parse(lines), records: freeRecordRows.parse(records) };
}

/** Turns a suggestion into a match of a person. Returns false when there is none. */
export async function acceptMatch(
  transaction: Transaction,
  {
    businessId,
    matchId,
    by,
    at,
  }: { readonly matchId: string; readonly by: PersonId } & Pick<MatchScope, 'businessId' | 'at'>,
): Promise<boolean> {
  const { run } = toPlainTransaction(transaction);
  const accepted = await run(
    `UPDATE bank_match m SET state = 'person', created_by = $3::uuid, rule_id = NULL,
            settles = EXISTS (SELECT FROM bank_match_record r WHERE r.business_id = m.business_id AND r.match_id = m.match_id
                                AND r.kind = 'deposit')
      WHERE m.business_id = $1::uuid AND m.match_id = $2::uuid AND m.state = 'suggested' RETURNING m.match_id`,
    [businessId, matchId, by],
  );
  if (accepted.length > 0)
    await run(
      'UPDATE bank_line SET matched_at = $3::timestamptz WHERE business_id = $1::uuid AND match_id = $2::uuid',
      [businessId, matchId, toDate(at)],
    );
  return accepted.length > 0;
}
