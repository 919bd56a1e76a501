'use client';

import { ActionForm } from '#components/forms/action-form.tsx';
import { useActionForm } from '#components/forms/use-action-form.ts';
import { MentionArea } from '#components/mentions/mention-area.tsx';
import { editNoteAction, writeNoteAction } from '#lib/annotations/actions.ts';
import type { Note, RecordKind } from '#lib/annotations/model.ts';
import { maximumNoteLength } from '#lib/annotations/model.ts';
import { tNotes } from '#lib/messages/notes.ts';
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
  const { text } = form.fields;
  const canSave = text.trim() !== '' && text !== note?.text;
  return (
    <ActionForm
      form={form}
      label={tNotes(note === null ? 'note.add' : 'note.save')}
      variant="secondary"
      isDisabled={!canSave}
      onCancel={onEnd}
      cancelVariant="quiet"
      className="gap-2"
    >
      <MentionArea
        businessId={businessId}
        about="record"
        label={note === null ? tNotes('note.field') : tNotes('note.editField')}
        help={seesCases ? tNotes('note.helpForReviewers') : tNotes('note.help')}
        error={form.problem?.detail}
        autoFocus
        dir="auto"
        limit={maximumNoteLength}
        text={text}
        onText={(typed) => form.set({ text: typed })}
        onSave={() => {
          if (canSave && !form.isPending) void form.submit();
        }}
      />
    </ActionForm>
  );
}
