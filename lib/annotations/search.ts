import 'server-only';
import { escapePattern } from '#lib/database/statement.ts';
import type { SearchIndex } from '#lib/lists/search/search-condition.ts';
import type { RecordKind } from './model.ts';

/** Shorter texts are in nearly every label. */
const shortestText = 3;

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
