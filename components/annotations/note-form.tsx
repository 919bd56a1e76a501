'use client';

import { useActionForm } from '#components/forms/use-action-form.ts';
import { MentionForm } from '#components/mentions/mention-form.tsx';
import { editNoteAction, writeNoteAction } from '#lib/annotations/actions.ts';
import type { Note, RecordKind } from '#lib/annotations/model.ts';
import { maximumNoteLength } from '#lib/annotations/model.ts';
import { tNotes } from '#lib/messages/annotations.ts';
import { recordTopics } from './record-topics.ts';

/** Writes a note or edits one's own. Keeps the text when saving fails. */
export function NoteForm({
  businessId,
  kind,
  recordId,
  note = null,
  seesCases,
  onEnd,
}: {
  businessId: string;
  kind: RecordKind;
  recordId: string;
  /** The note to edit; null writes a new one. */
  note?: Note | null;
  /** Reminds reviewers that every member can read these notes. */
  seesCases: boolean;
  onEnd: () => void;
}) {
  const form = useActionForm<'record-note', unknown>({
    businessId,
    kind: recordTopics[kind],
    draft: 'record-note',
    subject: note?.noteId ?? recordId,
    initial: { text: note?.text ?? '' },
    action: ({ text }) =>
      note === null
        ? writeNoteAction({ businessId, kind, recordId, text })
        : editNoteAction({ businessId, noteId: note.noteId, version: note.version, text }),
    messages: { failed: tNotes('note.failed') },
    inForm: true,
    onDone: onEnd,
  });
  return (
    <MentionForm
      form={form}
      save={tNotes(note === null ? 'note.add' : 'note.save')}
      unchanged={note?.text}
      onCancel={onEnd}
      businessId={businessId}
      about="record"
      label={note === null ? tNotes('note.field') : tNotes('note.editField')}
      help={seesCases ? tNotes('note.helpForReviewers') : tNotes('note.help')}
      error={form.problem?.detail}
      autoFocus
      dir="auto"
      limit={maximumNoteLength}
    />
  );
}
