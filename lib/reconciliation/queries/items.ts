import 'server-only';
import * as z from 'zod';
import { millisecondsSql } from '#lib/database/columns.ts';
import { dayStartSql } from '#lib/database/day-begin.ts';
import { recordsSql, transitSql } from '#lib/statements/index.ts';
import type { Days } from '#lib/statements/model/period.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { signedAmount } from '#lib/values/signed.ts';
import type { MatchState } from '../model/choices.ts';
import { matchStates, recordKinds } from '../model/choices.ts';
import type { LineView, MatchView, RecordView } from '../schema.ts';
import type { MatchTerms, Run } from './terms.ts';

const digits = z.string().transform(signedAmount);
const totals = z.array(
  z.object({ state: z.enum(matchStates), count: z.number(), amount: digits.nullable() }),
);

/** The currency and the days of a page of items. */
export type ItemsInput = {
  readonly businessId: BusinessId;
  readonly currency: string;
  readonly days: Days;
  readonly terms: MatchTerms;
};

const stateSql = `coalesce(m.state, 'unmatched')`;

/** The lines of a period with their states. $1 business, $2 currency, $3 and $4 first and last day. */
const linesSql = `
  SELECT l.line_id, l.day, l.amount, l.account, l.reference, l.details, l.transaction_id, l.address, l.import_id, l.match_id, l.left_to_people,
         ${stateSql} AS state
    FROM bank_line l LEFT JOIN bank_match m ON m.business_id = l.business_id AND m.match_id = l.match_id
   WHERE l.business_id = $1::uuid AND l.currency = $2::text AND l.removed_at IS NULL AND l.day BETWEEN $3::date AND $4::date`;

/** The records of a period with their states. $4 and $5 first and last day, $6 time zone. */
const recordStatesSql = `
  SELECT r.record_id, r.kind, r.at, r.amount, r.parent_id, x.match_id, ${stateSql} AS state
    FROM (${recordsSql}) AS r
    LEFT JOIN bank_match_record x ON x.business_id = $1::uuid AND x.record_id = r.record_id
    LEFT JOIN bank_match m ON m.business_id = $1::uuid AND m.match_id = x.match_id
   WHERE r.at >= ${dayStartSql('$4::date', '$6::text')} AND r.at < ${dayStartSql('$5::date + 1', '$6::text')}`;

const totalsSql = (items: string) => `
  SELECT state, count(*)::int AS count, trim_scale(sum(amount))::text AS amount FROM (${items}) AS item GROUP BY state`;

const inOrder = (rows: z.infer<typeof totals>) =>
  matchStates.flatMap((state) => rows.find((row) => row.state === state) ?? []);

/** Totals the lines of a period by their state. */
export const totalLines = async (run: Run, { businessId, currency, days }: ItemsInput) =>
  inOrder(totals.parse(await run(totalsSql(linesSql), [businessId, currency, days.from, days.to])));

const recordValues = ({ businessId, currency, days, terms }: ItemsInput): unknown[] => [
  ...[businessId, currency, terms.countsCallbacks, days.from, days.to, terms.timeZone],
];

/** Totals the deposits and withdrawals of a period by their state. */
export const totalRecords = async (run: Run, input: ItemsInput) =>
  inOrder(totals.parse(await run(totalsSql(recordStatesSql), recordValues(input))));

const lineRows = z.array(
  z.object({
    lineId: z.string(),
    day: z.string(),
    amount: digits,
    account: z.string(),
    reference: z.string(),
    details: z.string(),
    transactionId: z.string(),
    address: z.string(),
    isRecorded: z.boolean(),
    isLeftToPeople: z.boolean(),
    state: z.enum(matchStates),
    matchId: z.string().nullable(),
  }),
);

type PageInput = ItemsInput & {
  readonly state: MatchState | null;
  readonly q: string;
  readonly after: readonly [string, string] | null;
  readonly limit: number;
};

/** The text of a search is in any text of a line, or is its amount. */
const lineSearchSql = (text: string) => `(${text} = '' OR
  position(lower(${text}) IN lower(concat_ws(' ', account, reference, details, transaction_id, address))) > 0
  OR trim_scale(amount)::text = ${text})`;

/** Lists lines of a period by day. */
export async function listLines(run: Run, input: PageInput): Promise<readonly LineView[]> {
  const { businessId, currency, days, state, q, after, limit } = input;
  const rows = await run(
    `SELECT line_id::text AS "lineId", day::text AS day, trim_scale(amount)::text AS amount, account, reference, details,
            transaction_id AS "transactionId", address, import_id IS NULL AS "isRecorded",
            left_to_people AS "isLeftToPeople", state, match_id::text AS "matchId"
       FROM (${linesSql}) AS line
      WHERE ($5::text IS NULL OR state = $5) AND ($6::date IS NULL OR (day, line_id) > ($6::date, $7::uuid))
        AND ${lineSearchSql('$8::text')}
      ORDER BY line.day, line.line_id LIMIT $9`,
    [
      businessId,
      currency,
      days.from,
      days.to,
      state,
      after?.[0] ?? null,
      after?.[1] ?? null,
      q.trim(),
      limit,
    ],
  );
  return lineRows.parse(rows);
}

const recordRows = z.array(
  z.object({
    recordId: z.string(),
    kind: z.enum(recordKinds),
    at: z.coerce.number().transform(instant),
    cursor: z.string(),
    amount: digits.nullable(),
    clientId: z.string(),
    state: z.enum(matchStates),
    matchId: z.string().nullable(),
  }),
);

const selectRecordsSql = `
  SELECT r.record_id::text AS "recordId", r.kind, ${millisecondsSql('r.at')} AS at,
         r.at::text AS cursor, trim_scale(r.amount)::text AS amount,
         coalesce(p.client_payment_id, w.client_withdrawal_id, '') AS "clientId", r.state, r.match_id::text AS "matchId"`;

const joinNamesSql = `
  LEFT JOIN payment p ON p.business_id = $1::uuid AND p.payment_id = r.parent_id
  LEFT JOIN withdrawal w ON w.business_id = $1::uuid AND w.withdrawal_id = r.record_id AND r.kind = 'withdrawal'`;

/** Lists deposits and withdrawals of a period by time, with the cursor of each. */
export async function listRecords(
  run: Run,
  input: PageInput,
): Promise<readonly (RecordView & { readonly cursor: string })[]> {
  const { state, q, after, limit } = input;
  const rows = await run(
    `${selectRecordsSql} FROM (${recordStatesSql}) AS r ${joinNamesSql}
      WHERE ($7::text IS NULL OR r.state = $7) AND ($8::timestamptz IS NULL OR (r.at, r.record_id) > ($8::timestamptz, $9::uuid))
        AND ($10::text = '' OR trim_scale(r.amount)::text = $10 OR r.record_id::text = lower($10)
             OR coalesce(p.client_payment_id, w.client_withdrawal_id) = $10)
      ORDER BY r.at, r.record_id LIMIT $11`,
    [...recordValues(input), state, after?.[0] ?? null, after?.[1] ?? null, q.trim(), limit],
  );
  return recordRows.parse(rows);
}

const matchRows = z.array(
  z.object({
    matchId: z.string(),
    state: z.enum(matchStates),
    ruleId: z.string().nullable(),
    person: z.string().nullable(),
    reason: z.string().nullable(),
    lineCount: z.number(),
    lineAmount: digits,
    recordCount: z.number(),
    recordAmount: digits.nullable(),
    difference: digits,
  }),
);

/** Reads matches by their IDs, with both sides. */
export async function readMatches(
  run: Run,
  businessId: BusinessId,
  matchIds: readonly string[],
  ruleNames: ReadonlyMap<string, string>,
): Promise<readonly MatchView[]> {
  const rows = await run(
    `SELECT m.match_id::text AS "matchId", m.state, m.rule_id::text AS "ruleId", p.name AS person, m.reason,
            l.count AS "lineCount", trim_scale(l.amount)::text AS "lineAmount", r.count AS "recordCount",
            trim_scale(r.amount)::text AS "recordAmount", trim_scale(l.difference)::text AS difference
       FROM bank_match m
       LEFT JOIN person p ON p.id = m.created_by
       JOIN LATERAL (
         SELECT count(*)::int AS count, coalesce(sum(amount), 0) AS amount, coalesce(sum(difference), 0) AS difference
           FROM bank_line WHERE business_id = m.business_id AND match_id = m.match_id) AS l ON true
       JOIN LATERAL (
         SELECT count(*)::int AS count, sum(amount) AS amount
           FROM bank_match_record WHERE business_id = m.business_id AND match_id = m.match_id) AS r ON true
      WHERE m.business_id = $1::uuid AND m.match_id = ANY ($2::uuid[])`,
    [businessId, [...new Set(matchIds)]],
  );
  return matchRows.parse(rows).map((row) => ({
    matchId: row.matchId,
    state: row.state,
    reason: row.reason,
    difference: row.difference,
    rule: row.ruleId === null ? null : (ruleNames.get(row.ruleId) ?? ''),
    person: row.person,
    lines: { count: row.lineCount, amount: row.lineAmount },
    records: { count: row.recordCount, amount: row.recordAmount },
  }));
}

const transitTotals = z.tuple([z.object({ count: z.number(), sum: digits.nullable() })], z.unknown());
const namedRows = z.array(z.looseObject({ recordId: z.string().nullable() }));
const openingRows = z.array(z.object({ day: z.string() }));

/** Lists what was in transit at the end of a period, oldest first, with the sum of all and the cursor of each. */
export async function readTransit(run: Run, input: Pick<PageInput, keyof ItemsInput | 'after' | 'limit'>) {
  const { after, limit } = input;
  const openings = await run(
    `SELECT value ->> 'day' AS day FROM setting
      WHERE business_id = $1::uuid AND kind = 'opening-position' AND subject = $2 AND value IS NOT NULL`,
    [input.businessId, input.currency],
  );
  const values = [...recordValues(input), openingRows.parse(openings)[0]?.day ?? null];
  const found = await run(
    `WITH transit AS MATERIALIZED (${transitSql})
     SELECT total.*, page.*
       FROM (SELECT count(*)::int AS count, trim_scale(sum(amount))::text AS sum FROM transit) AS total
       LEFT JOIN (
         ${selectRecordsSql} FROM transit AS r ${joinNamesSql}
          WHERE $8::timestamptz IS NULL OR (r.at, r.record_id) > ($8::timestamptz, $9::uuid)
          ORDER BY r.at, r.record_id LIMIT $10) AS page ON true
      ORDER BY page.cursor::timestamptz, page."recordId"::uuid`,
    [...values, after?.[0] ?? null, after?.[1] ?? null, limit],
  );
  const [{ count, sum: amount }] = transitTotals.parse(found);
  // Without a row on the page, the total has an empty one beside it.
  const rows = recordRows.parse(namedRows.parse(found).filter(({ recordId }) => recordId !== null));
  return { count, amount, rows };
}
