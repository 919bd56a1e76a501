import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import { tAnnotationRefusals } from '#lib/messages/annotations.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { isUuid } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import type { RecordKind } from './model.ts';
import { labelKey, maximumBusinessLabels, maximumRecordLabels } from './model.ts';
import { lockSubjects } from './selection-store.ts';

/** A record of the business that can be annotated. */
export type AnnotatedRecord = {
  readonly businessId: BusinessId;
  readonly kind: RecordKind;
  readonly recordId: string;
};

/** Finds a record of the business, which doesn't expire until the transaction ends. @throws Problem 'not-found'. */
export async function findSubject(
  transaction: Transaction,
  businessId: BusinessId,
  { kind, recordId }: { kind: RecordKind; recordId: string },
): Promise<AnnotatedRecord> {
  const [id] = await lockSubjects(transaction, businessId, kind, [recordId.toLowerCase()]);
  if (id === undefined) throw new Problem('not-found', tAnnotationRefusals(`noRecord.${kind}`));
  return { businessId, kind, recordId: id };
}

export async function insertNote(
  transaction: Transaction,
  author: { readonly personId: PersonId; readonly now: Instant },
  subject: AnnotatedRecord,
  text: string,
): Promise<{ noteId: string }> {
  const at = toDate(author.now);
  return transaction.recordNote.create({
    data: { ...subject, authorId: author.personId, createdAt: at, text, writtenAt: at },
    select: { noteId: true },
  });
}

/** Locks a note until the transaction ends and returns it with its newest text. @throws Problem 'not-found'. */
export async function lockNote(transaction: Transaction, businessId: BusinessId, noteId: string) {
  const createNotFound = () => new Problem('not-found', tAnnotationRefusals('noNote'));
  if (!isUuid(noteId)) throw createNotFound();
  await transaction.$queryRaw`SELECT FROM record_note WHERE business_id = ${businessId}::uuid
    AND note_id = ${noteId}::uuid FOR UPDATE`;
  const note = await transaction.recordNote.findUnique({
    where: { businessId_noteId: { businessId, noteId } },
    select: { noteId: true, kind: true, recordId: true, authorId: true, version: true, text: true },
  });
  if (note === null) throw createNotFound();
  return note;
}

/** Replaces the text of a note, and keeps the former one among its earlier texts. */
export async function updateNoteText(
  transaction: Transaction,
  context: Context<PersonActor>,
  businessId: BusinessId,
  note: { readonly noteId: string; readonly version: number; readonly text: string },
): Promise<void> {
  const { noteId, version, text } = note;
  await transaction.$executeRaw`
    UPDATE record_note
       SET text = ${text}, version = ${version}, written_at = ${toDate(context.clock.now())},
           earlier = jsonb_build_array(jsonb_build_object('text', text,
             'at', floor(extract(epoch FROM written_at) * 1000)::bigint)) || earlier
     WHERE business_id = ${businessId}::uuid AND note_id = ${noteId}::uuid`;
}

const word = { labelId: true, name: true, retiredAt: true } as const;
const readWord = ({ retiredAt, ...rest }: { labelId: string; name: string; retiredAt: Date | null }) => ({
  ...rest,
  isRetired: retiredAt !== null,
});

/** Finds or creates the label with this name. @throws Problem 'invalid' when the business has too many labels. */
export async function findOrCreateLabel(
  transaction: Transaction,
  context: Context<PersonActor>,
  businessId: BusinessId,
  name: string,
) {
  const key = labelKey(name);
  const where = { businessId_key: { businessId, key } };
  const existing = await transaction.label.findUnique({ where, select: word });
  if (existing !== null) return { ...readWord(existing), isNew: false };
  const words = await transaction.label.count({ where: { businessId } });
  if (words >= maximumBusinessLabels)
    throw new Problem('invalid', tAnnotationRefusals('tooManyLabels', { count: words }));
  const data = { businessId, key, name, createdById: context.actor.personId };
  // Another person may have created it in the meantime. It then stays theirs.
  const { count } = await transaction.label.createMany({
    data: { ...data, createdAt: toDate(context.clock.now()) },
    skipDuplicates: true,
  });
  await announce(transaction, { businessId, topics: ['labels'] });
  const created = await transaction.label.findUniqueOrThrow({ where, select: word });
  return { ...readWord(created), isNew: count > 0 };
}

/** Finds the label with this name. @throws Problem 'invalid' when there is none. */
export async function findVocabularyLabel(transaction: Transaction, businessId: BusinessId, name: string) {
  const where = { businessId_key: { businessId, key: labelKey(name) } };
  const existing = await transaction.label.findUnique({ where, select: word });
  if (existing !== null) return readWord(existing);
  const message = tAnnotationRefusals('noLabelNamed', { name });
  throw new Problem('invalid', message, { fieldErrors: { name: [message] } });
}

/** Adds a label to a record. Returns false when the record already has it. @throws Problem 'invalid' when the record is full. */
export async function attachLabel(
  transaction: Transaction,
  context: Context<PersonActor>,
  { businessId, kind, recordId }: AnnotatedRecord,
  labelId: string,
): Promise<boolean> {
  const labelCount = await transaction.recordLabel.count({ where: { businessId, kind, recordId } });
  if (labelCount >= maximumRecordLabels)
    throw new Problem('invalid', tAnnotationRefusals(`recordFull.${kind}`, { maximum: maximumRecordLabels }));
  const { count } = await transaction.recordLabel.createMany({
    data: {
      businessId,
      kind,
      recordId,
      labelId,
      addedById: context.actor.personId,
      addedAt: toDate(context.clock.now()),
    },
    skipDuplicates: true,
  });
  return count > 0;
}

/** Removes a label from a record. Returns the label's name, or null when the record does not have it. */
export async function detachLabel(
  transaction: Transaction,
  { businessId, kind, recordId }: AnnotatedRecord,
  labelId: string,
): Promise<string | null> {
  if (!isUuid(labelId)) return null;
  const { count } = await transaction.recordLabel.deleteMany({
    where: { businessId, kind, recordId, labelId },
  });
  if (count === 0) return null;
  const label = await transaction.label.findUniqueOrThrow({
    where: { businessId_labelId: { businessId, labelId } },
    select: { name: true },
  });
  return label.name;
}

/** Locks a label until the transaction ends. @throws Problem 'not-found'. */
export async function lockVocabularyLabel(transaction: Transaction, businessId: BusinessId, labelId: string) {
  if (isUuid(labelId)) {
    await transaction.$queryRaw`SELECT FROM label WHERE business_id = ${businessId}::uuid
      AND label_id = ${labelId}::uuid FOR UPDATE`;
    const label = await transaction.label.findUnique({
      where: { businessId_labelId: { businessId, labelId } },
      select: word,
    });
    if (label !== null) return readWord(label);
  }
  throw new Problem('not-found', tAnnotationRefusals('noLabel'));
}

/** Saves a label's name and state. @throws Problem 'invalid' when another label has the name. */
export async function updateVocabularyLabel(
  transaction: Transaction,
  businessId: BusinessId,
  { labelId, name, retiredAt }: { labelId: string; name: string; retiredAt: Instant | null },
): Promise<void> {
  const key = labelKey(name);
  const other = await transaction.label.findUnique({
    where: { businessId_key: { businessId, key } },
    select: { labelId: true },
  });
  const message = tAnnotationRefusals('nameTaken');
  if (other !== null && other.labelId !== labelId)
    throw new Problem('invalid', message, { fieldErrors: { name: [message] } });
  await transaction.label.update({
    where: { businessId_labelId: { businessId, labelId } },
    data: { name, key, retiredAt: retiredAt === null ? null : toDate(retiredAt) },
  });
}
