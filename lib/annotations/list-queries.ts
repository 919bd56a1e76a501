import 'server-only';
import type { Statement } from '#lib/platform/statement.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { isUuid } from '#lib/values/ids.ts';
import type { ListQuery } from '#lib/values/list-query.ts';
import type { RecordKind } from './model.ts';

/**
 * The condition that a record carries one of the labels that are filtered for; none where the list is not filtered
 * by labels. Few carry a label that people gave by hand: their index leads to them, however many records there are.
 */
export function labelConditions(
  statement: Statement,
  kind: RecordKind,
  /** The record's id: `p.payment_id`. */
  id: string,
  { choices }: Pick<ListQuery, 'choices'>,
  businessId: BusinessId,
): readonly string[] {
  const asked = choices['label'];
  if (asked === undefined) return [];
  const labels = asked.filter(isUuid);
  if (labels.length === 0) return ['false'];
  return [
    `${id} IN (SELECT l.record_id FROM record_label l WHERE l.business_id = ${statement.bind(businessId)}::uuid
      AND l.kind = '${kind}' AND l.label_id = ANY(${statement.bind(labels)}::uuid[]))`,
  ];
}

/** A select item: the names of the labels on a record, looked up for the rows that are shown only. */
export const labelNames = (kind: RecordKind, business: string, id: string): string =>
  `ARRAY(SELECT word.name FROM record_label l JOIN label word USING (business_id, label_id)
    WHERE l.business_id = ${business} AND l.kind = '${kind}' AND l.record_id = ${id} ORDER BY word.name) AS labels`;
