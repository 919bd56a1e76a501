import type { CaseNote, CaseView } from '../schema/case.ts';

type OpenRequest = CaseNote & { readonly request: NonNullable<CaseNote['request']> };

const isRequest = (note: CaseNote): note is OpenRequest => note.request !== null;

/** Returns the request for information that has no answer yet, or null. */
export function findCaseRequest({ notes, state }: Pick<CaseView, 'notes' | 'state'>): OpenRequest | null {
  if (state === 'merged') return null;
  const answered = new Set(notes.map(({ answers }) => answers));
  return notes.filter(isRequest).find(({ noteId }) => !answered.has(noteId)) ?? null;
}
