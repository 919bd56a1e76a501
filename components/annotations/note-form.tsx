'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { editNoteAction, writeNoteAction } from '#lib/annotations/actions.ts';
import type { Note, RecordKind } from '#lib/annotations/model.ts';
import { longestNote } from '#lib/annotations/model.ts';
import { useAnnotating } from './use-annotating.ts';

/** Writes a note, or says one's own anew. What was typed stays when it can't be kept. */
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
  /** The one that is edited. */
  note?: Note | null;
  /** Whoever works on cases is told that these notes are read by everybody. */
  seesCases: boolean;
  onEnd: () => void;
}) {
  const [text, setText] = useState(note?.text ?? '');
  const { act, isPending, failed } = useAnnotating(businessId, kind);
  const save = async () => {
    const done = await act(() =>
      note === null
        ? writeNoteAction({ businessId, kind, recordId, text })
        : editNoteAction({ businessId, noteId: note.noteId, version: note.version, text }),
    );
    if (done) onEnd();
  };
  return (
    <div className="flex flex-col gap-2">
      <TextArea
        label={note === null ? 'Note' : 'Edit note'}
        help={
          seesCases
            ? 'Everybody of the business reads it: nothing of a case belongs here.'
            : 'Everybody of the business reads it.'
        }
        error={failed ?? undefined}
        autoFocus
        dir="auto"
        limit={longestNote}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="flex gap-2">
        <Button
          isPending={isPending}
          isDisabled={text.trim() === '' || text === note?.text}
          onPress={() => void save()}
        >
          {note === null ? 'Add note' : 'Save note'}
        </Button>
        <Button variant="quiet" isDisabled={isPending} onPress={onEnd}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
