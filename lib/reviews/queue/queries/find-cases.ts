import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { shortestText } from '#lib/annotations/index.ts';
import { databasePool } from '#lib/database/pools.ts';
import { escapePattern } from '#lib/database/statement.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { instant } from '#lib/values/instant.ts';
import { storableText } from '#lib/values/storable-text.ts';
import { entityKeysSql } from '../../counterparties/queries/entity-keys.ts';
import { caseStates, subjectKinds } from '../../model.ts';
import type { CaseHit, CaseReference, ReviewableRecord } from '../schema-hits.ts';
import { caseFields } from '../schema-hits.ts';

/** Limit of the results, and of the matches of each field. */
const most = 5;
/** Limit of the references, and of the records of each risk entity, among which the newest are found. */
const maximumRecordsRead = 100;

const row = z.object({
  caseId: z.string(),
  number: z.number(),
  subjectKind: z.enum(subjectKinds),
  state: z.enum(caseStates),
  at: z.coerce.number().transform(instant),
  field: z.enum(caseFields),
  value: z.string(),
});

/** Escapes text for the start of a LIKE pattern. */
const toPrefix = (text: string): string => `${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;

const openedAt = 'floor(extract(epoch from c.opened_at) * 1000)::bigint::text AS at';

/**
 * Finds cases by their number ("17" or "case 17"), by any part of a note, or by the beginning of a name: of a filing reference,
 * a rule or a risk entity. Each is read up to a bound, and all but notes by an index. The number comes first, then the newest cases.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function findCases(
  context: Context<PersonActor>,
  business: string,
  text: string,
): Promise<readonly CaseHit[]> {
  const { businessId } = requirePermission(context, business, 'review.work');
  const q = storableText(text.trim());
  if (q.length < 2 && !/^\d$/.test(q)) return [];
  const [, number = null] = /^(?:case\s*)?#?(\d{1,9})$/i.exec(q) ?? [];
  const { rows } = await databasePool().query(
    `WITH RECURSIVE ${entityKeysSql('$3::text', most)},
     found AS (
       (SELECT case_id, 'number' AS field, number::text AS value FROM review_case
         WHERE business_id = $1::uuid AND number = $2::int)
       UNION ALL
       (SELECT case_id, 'reference', reference FROM (
          SELECT case_id, reference, filed_at FROM review_report
           WHERE business_id = $1::uuid AND lower(reference) LIKE $3 AND reference IS NOT NULL
           ORDER BY lower(reference) USING ~<~ LIMIT ${maximumRecordsRead}) AS filed
         ORDER BY filed_at DESC LIMIT ${most})
       UNION ALL
       (SELECT f.case_id, 'rule', named.name
          FROM (SELECT DISTINCT ON (rule_id) rule_id, name FROM review_rule_text
                 WHERE business_id = $1::uuid AND lower(name) LIKE $3 ORDER BY rule_id, number DESC LIMIT ${most}) AS named
          CROSS JOIN LATERAL (
            SELECT case_id FROM review_fact
             WHERE business_id = $1::uuid AND kind = 'rule:' || named.rule_id AND kind LIKE 'rule:%'
             ORDER BY seen_at DESC LIMIT ${most}) AS f)
       UNION ALL
       (SELECT case_id, 'entity', name FROM (
          SELECT DISTINCT ON (c.case_id) c.case_id, e.name, e.at, c.state IN ('open', 'proposed') AS is_waiting
            FROM named n
            CROSS JOIN LATERAL (
              SELECT subject_kind, subject_id, name, at FROM review_entity
               WHERE business_id = $1::uuid AND entity_key = n.entity_key ORDER BY at DESC LIMIT ${maximumRecordsRead}) AS e
            JOIN review_case c ON c.business_id = $1::uuid AND c.subject_kind = e.subject_kind
              AND c.subject_id = e.subject_id) AS entity
         ORDER BY is_waiting DESC, at DESC LIMIT ${most})
       UNION ALL
       (SELECT m.owner_id, 'note', ''
          FROM review_note n JOIN review_case m USING (business_id, case_id)
         WHERE n.business_id = $1::uuid AND length($4::text) >= ${shortestText} AND n.text ILIKE $5
         ORDER BY n.at DESC LIMIT ${most})),
     best AS (
       SELECT DISTINCT ON (case_id) * FROM found
        ORDER BY case_id, array_position(ARRAY['number', 'reference', 'rule', 'entity', 'note'], field))
     SELECT c.case_id AS "caseId", c.number, c.subject_kind AS "subjectKind", c.state, ${openedAt}, b.field, b.value
       FROM best b JOIN review_case c ON c.business_id = $1::uuid AND c.case_id = b.case_id
      ORDER BY b.field = 'number' DESC, c.opened_at DESC, c.case_id LIMIT ${most}`,
    [businessId, number, toPrefix(q), q, `%${escapePattern(q)}%`],
  );
  return z.array(row).parse(rows);
}

const recordRow = z.object({
  caseId: z.string(),
  subjectKind: z.enum(subjectKinds),
  subjectId: z.string(),
  number: z.number(),
  state: z.enum(caseStates),
});

/**
 * Lists the cases of records, for the pages of these records.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function listRecordCases(
  context: Context<PersonActor>,
  business: string,
  records: readonly ReviewableRecord[],
): Promise<readonly CaseReference[]> {
  const { businessId } = requirePermission(context, business, 'review.work');
  if (records.length === 0) return [];
  const { rows } = await databasePool().query(
    `SELECT c.case_id AS "caseId", c.subject_kind AS "subjectKind", c.subject_id AS "subjectId", c.number, c.state
       FROM unnest($2::text[], $3::uuid[]) AS record (kind, id)
       JOIN review_case c ON c.business_id = $1::uuid AND c.subject_kind = record.kind AND c.subject_id = record.id
      ORDER BY c.number`,
    [businessId, records.map(({ subjectKind }) => subjectKind), records.map(({ subjectId }) => subjectId)],
  );
  return z.array(recordRow).parse(rows);
}
