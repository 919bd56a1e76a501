import 'server-only';
import { databasePool } from '#lib/database/pools.ts';
import type { RawRow } from '#lib/database/record-columns.ts';
import type { Statement } from '#lib/database/statement.ts';
import type { ListQuery } from '#lib/lists/model/query.ts';
import type { Along } from '#lib/lists/read-page.ts';
import { brand } from '#lib/values/brand.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { isUuid } from '#lib/values/ids.ts';
import type { ListAnnotations, RecordKind } from './model.ts';

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

/** A label leads to its records in the order of their list. */
export const labelsInOrder = (kind: RecordKind): Along => ({
  from: 'record_label l',
  at: 'l.sort_at',
  id: 'l.record_id',
  where: (statement, value, businessId) =>
    `l.business_id = ${statement.bind(businessId)}::uuid AND l.kind = '${kind}' AND l.label_id = ${statement.bind(value)}::uuid`,
  fits: isUuid,
});

/** So much of a note stands in a list; the record's page has all of it. */
const noteBeginning = 160;

const namesOf = (kind: RecordKind, business: string, id: string, names: string): string =>
  `(SELECT ${names} FROM record_label l JOIN label word USING (business_id, label_id)
    WHERE l.business_id = ${business} AND l.kind = '${kind}' AND l.record_id = ${id})`;

const notesOf = (kind: RecordKind, business: string, id: string): string =>
  `record_note n WHERE n.business_id = ${business} AND n.kind = '${kind}' AND n.record_id = ${id}`;

const newestNote = (kind: RecordKind, business: string, id: string, text: string): string =>
  `(SELECT (SELECT ${text} FROM record_note_text t WHERE t.business_id = n.business_id AND t.note_id = n.note_id
      AND t.version = n.version) FROM ${notesOf(kind, business, id)}
    ORDER BY n.created_at DESC, n.note_id DESC LIMIT 1)`;

/** What people added to a record, for a list: looked up for the rows that are shown only. */
export const annotationItems = (kind: RecordKind, business: string, id: string): string =>
  [
    `${namesOf(kind, business, id, "coalesce(array_agg(word.name ORDER BY word.name), '{}')")} AS labels`,
    `(SELECT count(*)::int FROM ${notesOf(kind, business, id)}) AS notes`,
    `${newestNote(kind, business, id, `left(t.text, ${noteBeginning})`)} AS "latestNote"`,
  ].join(', ');

/** What {@link annotationItems} selected. */
export const readAnnotations = (row: RawRow): ListAnnotations => ({
  labels: brand<readonly string[]>(row['labels']),
  notes: Number(row['notes']),
  latestNote: brand<string | null>(row['latestNote']),
});

/**
 * The same for a file, by field: labels by name, how many notes, the newest of them whole. Where the business has none on
 * any record of this kind, nothing is looked up a million times.
 */
export async function annotationTexts(
  kind: RecordKind,
  businessId: BusinessId,
  business: string,
  id: string,
): Promise<Readonly<Record<'labels' | 'notes' | 'latestNote', string>>> {
  const { rows } = await databasePool().query<{ labels: boolean; notes: boolean }>(
    `SELECT EXISTS (SELECT FROM record_label WHERE business_id = $1::uuid AND kind = $2) AS labels,
            EXISTS (SELECT FROM record_note WHERE business_id = $1::uuid AND kind = $2) AS notes`,
    [businessId, kind],
  );
  const [found] = rows;
  return {
    labels: found?.labels
      ? namesOf(kind, business, id, "string_agg(word.name, '; ' ORDER BY word.name)")
      : 'NULL',
    notes: found?.notes ? `(SELECT count(*) FROM ${notesOf(kind, business, id)})` : '0',
    latestNote: found?.notes ? newestNote(kind, business, id, 't.text') : 'NULL',
  };
}
