'use client';

import { useState } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraft } from '#components/drafts/use-draft.ts';
import { MentionArea } from '#components/mentions/mention-area.tsx';
import { Button } from '#components/ui/button.tsx';
import { editNoteAction, writeNoteAction } from '#lib/annotations/actions.ts';
import type { Note, RecordKind } from '#lib/annotations/model.ts';
import { maximumNoteLength } from '#lib/annotations/model.ts';
import { tAnnotationOutcomes } from '#lib/messages/annotation-outcomes.ts';
import { tNotes } from '#lib/messages/notes.ts';
import { useAnnotationChange } from './use-annotation-change.ts';

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
  const [text, setText] = useState(note?.text ?? '');
  const initial = note?.text ?? '';
  const draft = useDraft({
    businessId,
    form: 'record-note',
    subject: note?.noteId ?? recordId,
    values: { text },
    initial: { text: initial },
    fill: (fields) => setText(fields['text'] ?? initial),
  });
  const { act, isPending, failed } = useAnnotationChange(businessId, kind);
  const canSave = text.trim() !== '' && text !== note?.text;
  const save = async () => {
    const isDone = await act(() =>
      note === null
        ? writeNoteAction({ businessId, kind, recordId, text })
        : editNoteAction({ businessId, noteId: note.noteId, version: note.version, text }),
    );
    if (!isDone) return;
    draft.sent();
    onEnd();
  };
  return (
    <div className="flex flex-col gap-2">
      <MentionArea
        businessId={businessId}
        about="record"
        label={note === null ? tNotes('note.field') : tNotes('note.editField')}
        help={seesCases ? tNotes('note.helpForReviewers') : tNotes('note.help')}
        error={failed ?? undefined}
        autoFocus
        dir="auto"
        limit={maximumNoteLength}
        text={text}
        onText={setText}
        onSave={() => {
          if (canSave && !isPending) void save();
        }}
      />
      <DraftNotice draft={draft} />
      <div className="flex gap-2">
        <Button isPending={isPending} isDisabled={!canSave} onPress={() => void save()}>
          {note === null ? tNotes('note.add') : tNotes('note.save')}
        </Button>
        <Button variant="quiet" isDisabled={isPending} onPress={onEnd}>
          {tAnnotationOutcomes('cancel')}
        </Button>
      </div>
    </div>
  );
}
