import 'server-only';
import type { Statement } from '#lib/database/statement.ts';
import { escapePattern } from '#lib/database/statement.ts';
import type { SearchIndex } from '#lib/lists/search/search-condition.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { RecordKind } from './model.ts';

/** Shorter texts are in nearly every label and note. */
export const shortestText = 3;

/**
 * Finds records by any part of the name of a label, in any letters. `id` is the column of the list's row, such as
 * `p.payment_id`.
 */
export const labelSearchIndex = (kind: RecordKind, id: string, business: string): SearchIndex => ({
  table: 'record_label',
  result: 'record_id',
  conditions: (q) =>
    q.length < shortestText
      ? []
      : [
          (statement, naming) =>
            `${naming('kind')} = '${kind}' AND (${naming('business_id')}, ${naming('label_id')}) IN (
               SELECT o.business_id, o.label_id FROM label o WHERE ${statement.isLike('o.name', `%${escapePattern(q)}%`)})`,
        ],
  inRow: (column) => `l.${column}`,
  inRelatedRecord: (has) =>
    `EXISTS (SELECT FROM record_label l WHERE l.business_id = ${business} AND l.record_id = ${id} AND ${has})`,
});

/** Finds records by any part of the newest text of a note, in any letters. People write few notes, so there is no index. */
export const noteSearchIndex = (kind: RecordKind, id: string, business: string): SearchIndex => ({
  table: 'record_note',
  result: 'record_id',
  conditions: (q) =>
    q.length < shortestText
      ? []
      : [
          (statement, naming) =>
            `${naming('kind')} = '${kind}' AND ${statement.isLike(naming('text'), `%${escapePattern(q)}%`)}`,
        ],
  inRow: (column) => `n.${column}`,
  inRelatedRecord: (has) =>
    `EXISTS (SELECT FROM record_note n WHERE n.business_id = ${business} AND n.kind = '${kind}' AND n.record_id = ${id} AND ${has})`,
});

/** Characters before and around the found part of a text. */
const beforePart = 30;
const aroundPart = 100;

/** SQL of the surroundings of the searched text in a longer one, on one line. `q` is a parameter. */
const excerptSql = (text: string, q: string): string =>
  `regexp_replace(substr(${text}, greatest(1, position(lower(${q}) IN lower(${text})) - ${beforePart}), ${aroundPart}), '[[:space:]]+', ' ', 'g')`;

/**
 * Selects the records whose label or note has the text, for the search over all records: `kind`, `id`, `field` and
 * `value`. Empty: the text is too short.
 */
export function annotationLookups(
  statement: Statement,
  q: string,
  businessId: BusinessId,
  limit: number,
): readonly string[] {
  if (q.length < shortestText) return [];
  const business = `${statement.bind(businessId)}::uuid`;
  const part = `%${escapePattern(q)}%`;
  return [
    `SELECT l.kind, l.record_id AS id, 'label' AS field, o.name AS value
       FROM label o JOIN record_label l USING (business_id, label_id)
      WHERE o.business_id = ${business} AND ${statement.isLike('o.name', part)} LIMIT ${limit}`,
    `SELECT n.kind, n.record_id AS id, 'note' AS field, ${excerptSql('n.text', `${statement.bind(q)}::text`)} AS value
       FROM record_note n WHERE n.business_id = ${business} AND ${statement.isLike('n.text', part)}
      ORDER BY n.created_at DESC LIMIT ${limit}`,
  ];
}
