import 'server-only';
import * as z from 'zod';
import { openCursor } from '#lib/database/cursor.ts';
import { recordsSql } from '#lib/statements/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toParts } from '#lib/values/integer-parts.ts';
import { recordKinds } from '../model/choices.ts';
import type { OpenLine, OpenRecord } from '../model/match-lines.ts';
import { amountScale } from '../model/match-lines.ts';
import { maximumDays } from '../model/rules.ts';
import type { MatchTerms, Run } from './terms.ts';

const units = z.string().transform((digits) => toParts(digits, amountScale));
const lineRows = z.array(z.object({ lineId: z.string(), day: z.string(), amount: units, text: z.string() }));
const recordRows = z.array(
  z.object({
    recordId: z.string(),
    kind: z.enum(recordKinds),
    day: z.string(),
    amount: units,
    names: z.array(z.string()),
    address: z.string(),
  }),
);

/** Returns SQL for "in an open day from one on", where rules may change matches. $1 business, $2 currency. */
const isOpenSql = (
  day: string,
  from: string,
): string => `${day} >= coalesce(${from}::date, '-infinity') AND ${day} > coalesce((
  SELECT max(c.last_day) FROM period_close c
   WHERE c.business_id = $1::uuid AND c.currency = $2::text AND c.reopened_at IS NULL), '-infinity')`;

/** Matches of rules whose lines are all in open days from one on. $1 business, $2 currency. */
export const openRuleMatchesSql = (from: string): string => `
  SELECT m.match_id FROM bank_match m
   WHERE m.business_id = $1::uuid AND m.currency = $2::text AND m.rule_id IS NOT NULL
     AND NOT EXISTS (
       SELECT FROM bank_line l
        WHERE l.business_id = m.business_id AND l.match_id = m.match_id AND NOT (${isOpenSql('l.day', from)}))`;

const linesSql = `
  SELECT l.line_id::text AS "lineId", l.day::text AS day, trim_scale(l.amount)::text AS amount,
         lower(concat_ws(' ', l.account, l.reference, l.details, l.transaction_id, l.address)) AS text
    FROM bank_line l
   WHERE l.business_id = $1::uuid AND l.currency = $2::text AND l.removed_at IS NULL AND NOT l.left_to_people
     AND ${isOpenSql('l.day', '$4')}
     AND (l.match_id IS NULL OR ($3::boolean AND l.match_id IN (${openRuleMatchesSql('$4')})))
   ORDER BY l.day, l.line_id`;

const nameSql = (text: string): string => `replace(lower(${text}), '-', '')`;

/** A record without a positive amount can't be paid out. */
const openRecordsSql = `
  SELECT r.record_id::text AS "recordId", r.kind, (r.at AT TIME ZONE $4::text)::date::text AS day,
         trim_scale(r.amount)::text AS amount, coalesce(lower(r.address), '') AS address,
         CASE WHEN $7::boolean THEN array_remove(ARRAY[
           ${['r.record_id::text', 'r.parent_id::text', 'r.transaction_id', 'p.client_payment_id'].map(nameSql).join(', ')}], NULL)
         ELSE '{}' END AS names
    FROM (${recordsSql}) AS r
    LEFT JOIN payment p ON p.business_id = $1::uuid AND p.payment_id = r.parent_id
    LEFT JOIN bank_match_record x ON x.business_id = $1::uuid AND x.record_id = r.record_id
   WHERE r.amount > 0 AND r.at >= $5::date - interval '${maximumDays + 2} days'
     AND (x.match_id IS NULL OR ($6::boolean AND x.match_id IN (${openRuleMatchesSql('$8')})))
   ORDER BY r.at, r.record_id`;

/** Rows that are read at once, because a business has very many open records. */
const batchSize = 500;

/**
 * Reads what rules can match: unmatched lines of open days and unmatched records, and with `isFull` also what rules matched in
 * open days. A person may match a line of a closed day, as an adjustment.
 * Records older than the oldest line by the longest delay are left out.
 */
export async function readOpenItems(
  run: Run,
  {
    businessId,
    currency,
    terms,
    isFull,
    hasNames,
    from,
  }: {
    readonly businessId: BusinessId;
    readonly currency: string;
    readonly terms: MatchTerms;
    readonly isFull: boolean;
    /** A rule compares names. */
    readonly hasNames: boolean;
    readonly from: string | null;
  },
): Promise<{ readonly lines: readonly OpenLine[]; readonly records: readonly OpenRecord[] }> {
  const lines: OpenLine[] = [];
  const batches = { size: batchSize, sql: linesSql, values: [businessId, currency, isFull, from] };
  for await (const rows of await openCursor(run, batches)) lines.push(...lineRows.parse(rows));
  const [first] = lines;
  const records: OpenRecord[] = [];
  if (first === undefined) return { lines, records };
  const { countsCallbacks, timeZone } = terms;
  const values = [businessId, currency, countsCallbacks, timeZone, first.day, isFull, hasNames, from];
  for await (const rows of await openCursor(run, { size: batchSize, sql: openRecordsSql, values }))
    records.push(...recordRows.parse(rows));
  return { lines, records };
}
