import 'server-only';
import { databasePool } from '#lib/database/pools.ts';
import type { RawRow } from '#lib/database/record-columns.ts';
import type { Statement } from '#lib/database/statement.ts';
import type { ListQuery } from '#lib/lists/model/query.ts';
import { brand } from '#lib/values/brand.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { isUuid } from '#lib/values/ids.ts';
import type { ListAnnotations, RecordKind } from './model.ts';

/**
 * Returns the condition that a record has one of the filtered labels; none without such a filter. Few records have a
 * label, so the statement starts at the index of labels.
 */
export function labelConditions(
  statement: Statement,
  kind: RecordKind,
  /** The record's id: `p.payment_id`. */
  id: string,
  { choices }: Pick<ListQuery, 'choices'>,
  businessId: BusinessId,
): readonly string[] {
  const selected = choices['label'];
  if (selected === undefined) return [];
  const labels = selected.filter(isUuid);
  if (labels.length === 0) return ['false'];
  return [
    `${id} IN (SELECT l.record_id FROM record_label l WHERE l.business_id = ${statement.bind(businessId)}::uuid
      AND l.kind = '${kind}' AND l.label_id = ANY(${statement.bind(labels)}::uuid[]))`,
  ];
}

/** Characters of a note in a list. */
const noteBeginning = 160;

const selectNames = (kind: RecordKind, business: string, id: string, names: string): string =>
  `(SELECT ${names} FROM record_label l JOIN label word USING (business_id, label_id)
    WHERE l.business_id = ${business} AND l.kind = '${kind}' AND l.record_id = ${id})`;

const fromNotes = (kind: RecordKind, business: string, id: string): string =>
  `record_note n WHERE n.business_id = ${business} AND n.kind = '${kind}' AND n.record_id = ${id}`;

const selectNewestNote = (kind: RecordKind, business: string, id: string, text: string): string =>
  `(SELECT ${text} FROM ${fromNotes(kind, business, id)}
    ORDER BY n.created_at DESC, n.note_id DESC LIMIT 1)`;

/** Selects the annotations of a list row. Runs only for the rows of the page. */
export const annotationItemsSql = (kind: RecordKind, business: string, id: string): string =>
  [
    `${selectNames(kind, business, id, "coalesce(array_agg(word.name ORDER BY word.name), '{}')")} AS labels`,
    `(SELECT count(*)::int FROM ${fromNotes(kind, business, id)}) AS notes`,
    `${selectNewestNote(kind, business, id, `left(n.text, ${noteBeginning})`)} AS "latestNote"`,
  ].join(', ');

/** Reads the columns of {@link annotationItemsSql}. */
export const readAnnotations = (row: RawRow): ListAnnotations => ({
  labels: brand<readonly string[]>(row['labels']),
  notes: Number(row['notes']),
  latestNote: brand<string | null>(row['latestNote']),
});

/**
 * Selects annotations for an export: label names, number of notes and the whole newest note. Selects constants when the
 * business has no annotations of this kind, which saves a lookup for each exported row.
 */
export async function selectAnnotationTexts(
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
      ? selectNames(kind, business, id, "string_agg(word.name, '; ' ORDER BY word.name)")
      : 'NULL',
    notes: found?.notes ? `(SELECT count(*) FROM ${fromNotes(kind, business, id)})` : '0',
    latestNote: found?.notes ? selectNewestNote(kind, business, id, 'n.text') : 'NULL',
  };
}
