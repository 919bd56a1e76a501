import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { isUuid } from '#lib/values/ids.ts';
import type { SubjectKind } from '../../model.ts';
import { readNames } from '../../settings/queries/people.ts';
import type { Counterparty } from '../model.ts';
import type { CaseCounterpartyNote } from '../schema-notes.ts';
import { findNotedCounterparty, listRecordNotes, notedCounterparty } from '../store.ts';

/** Most notes that a case shows. The others are on the page of their address or entity. */
const mostOfCase = 5;

/**
 * Lists the newest notes about the addresses and risk entities of a case.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function listCaseCounterpartyNotes(
  context: Context<PersonActor>,
  business: string,
  subjects: readonly { readonly subjectKind: SubjectKind; readonly subjectId: string }[],
): Promise<readonly CaseCounterpartyNote[]> {
  const { businessId } = requirePermission(context, business, 'review.work');
  const of = (kind: SubjectKind) =>
    subjects.filter(({ subjectKind }) => subjectKind === kind).map(({ subjectId }) => subjectId);
  const records = { deposits: of('deposit'), withdrawals: of('withdrawal') };
  const notes = await listRecordNotes(businessId, records, mostOfCase);
  const named = await readNames(notes.map(({ person_id }) => person_id));
  return notes.map((note) => ({
    noteId: note.note_id,
    text: note.text,
    person: named(note.person_id),
    at: note.at,
    counterparty: notedCounterparty(note),
  }));
}

/**
 * Returns the address or risk entity of a note, for the links of notifications; null for an unknown note.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function readNotedCounterparty(
  context: Context<PersonActor>,
  business: string,
  noteId: string,
): Promise<Counterparty | null> {
  const { businessId } = requirePermission(context, business, 'review.work');
  return isUuid(noteId) ? findNotedCounterparty(businessId, noteId) : null;
}
