import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { instantColumn } from '#lib/database/columns.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import { tAnnotationRefusals, tNotes } from '#lib/messages/annotations.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { isUuid } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant } from '#lib/values/instant.ts';
import type { Annotations, Label, LabelUse, Note, RecordKind } from './model.ts';

/** Older notes are only in the audit log. */
const mostNotes = 200;
const mostEarlierTexts = 50;
const earlierTexts = z.array(z.object({ text: z.string(), at: z.int().transform(instant) }));
/** Limit for counting the records of a label. */
const bound = 10_000;

const read = (row: { labelId: string; name: string; retiredAt: Date | null }): Label => ({
  labelId: row.labelId,
  name: row.name,
  retired: row.retiredAt !== null,
});
const word = { labelId: true, name: true, retiredAt: true } as const;

/** Lists the business's labels by name, including retired ones. @throws Problem 'not-found' or 'forbidden'. */
export async function listLabels(context: Context<PersonActor>, business: string): Promise<readonly Label[]> {
  const { businessId } = requirePermission(context, business, 'read');
  const rows = await database().label.findMany({
    where: { businessId },
    select: word,
    orderBy: { key: 'asc' },
  });
  return rows.map(read);
}

/** Lists the business's labels with the number of their records. @throws Problem 'not-found' or 'forbidden'. */
export async function listLabelUses(
  context: Context<PersonActor>,
  business: string,
): Promise<readonly LabelUse[]> {
  const { businessId } = requirePermission(context, business, 'read');
  const { rows } = await databasePool().query<{
    labelId: string;
    name: string;
    retiredAt: Date | null;
    records: number;
  }>(
    `SELECT label_id::text AS "labelId", name, retired_at AS "retiredAt",
            (SELECT count(*)::int FROM (SELECT FROM record_label r WHERE r.business_id = l.business_id
              AND r.label_id = l.label_id LIMIT ${bound + 1}) AS bounded) AS records
       FROM label l WHERE business_id = $1::uuid ORDER BY key`,
    [businessId],
  );
  return rows.map((row) => ({
    ...read(row),
    records: Math.min(row.records, bound),
    more: row.records > bound,
  }));
}

/** Returns a record's notes, newest first, and labels by name; nothing for a record of another business. */
export async function readRecordAnnotations(
  context: Context<PersonActor>,
  business: string,
  kind: RecordKind,
  recordId: string,
): Promise<Annotations> {
  const { businessId } = requirePermission(context, business, 'read');
  if (!isUuid(recordId)) return { notes: [], labels: [], labelVocabulary: [] };
  const where = { businessId, kind, recordId };
  const [notes, labels, words] = await Promise.all([
    database().recordNote.findMany({
      where,
      orderBy: [{ createdAt: 'desc' }, { noteId: 'desc' }],
      take: mostNotes,
    }),
    database().recordLabel.findMany({
      where,
      select: { label: { select: word } },
      orderBy: { label: { key: 'asc' } },
    }),
    database().label.findMany({
      where: { businessId, retiredAt: null },
      select: { name: true },
      orderBy: { key: 'asc' },
    }),
  ]);
  const authors = await findNames(notes.map(({ authorId }) => authorId));
  return {
    labels: labels.map(({ label }) => read(label)),
    labelVocabulary: words.map(({ name }) => name),
    notes: notes.map(
      (note): Note => ({
        text: note.text,
        at: instantColumn(note.writtenAt),
        noteId: note.noteId,
        author: authors.get(note.authorId) ?? tNotes('note.formerMember'),
        isMine: note.authorId === context.actor.personId,
        version: note.version,
        createdAt: instantColumn(note.createdAt),
        earlier: earlierTexts.parse(note.earlier).slice(0, mostEarlierTexts),
      }),
    ),
  };
}

/** A note for a program. */
type WrittenNote = Pick<Note, 'noteId' | 'text' | 'author' | 'createdAt' | 'version'> & {
  readonly kind: string;
  readonly recordId: string;
  readonly changedAt: Instant;
};

/** Returns a note for the program that wrote it. @throws Problem 'not-found' or 'forbidden'. */
export async function readNote(
  context: Context<PersonActor>,
  business: string,
  noteId: string,
): Promise<WrittenNote> {
  const { businessId } = requirePermission(context, business, 'read', 'notes:write');
  const note = await database().recordNote.findFirst({ where: { businessId, noteId } });
  if (note === null) throw new Problem('not-found', tAnnotationRefusals('noNote'));
  const authors = await findNames([note.authorId]);
  const { kind, recordId, text, version } = note;
  return {
    noteId,
    kind,
    recordId,
    text,
    version,
    author: authors.get(note.authorId) ?? tNotes('note.formerMember'),
    createdAt: instantColumn(note.createdAt),
    changedAt: instantColumn(note.writtenAt),
  };
}

/** Returns the names of a record's labels, for the program that added one. @throws Problem 'not-found' or 'forbidden'. */
export async function listRecordLabels(
  context: Context<PersonActor>,
  business: string,
  kind: RecordKind,
  recordId: string,
): Promise<readonly string[]> {
  const { businessId } = requirePermission(context, business, 'read', 'labels:write');
  const rows = await database().recordLabel.findMany({
    where: { businessId, kind, recordId },
    select: { label: { select: { name: true } } },
    orderBy: { label: { key: 'asc' } },
  });
  return rows.map(({ label }) => label.name);
}

async function findNames(personIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (personIds.length === 0) return new Map();
  const people = await database().person.findMany({
    where: { id: { in: [...new Set(personIds)] } },
    select: { id: true, name: true },
  });
  return new Map(people.map(({ id, name }) => [id, name]));
}
