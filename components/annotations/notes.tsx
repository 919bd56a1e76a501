'use client';

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Section } from '#components/shell/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { Time } from '#components/ui/time.tsx';
import type { Annotations, Note, RecordKind } from '#lib/annotations/model.ts';
import { tNotes } from '#lib/messages/annotations.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { Labels } from './labels.tsx';
import { NoteForm } from './note-form.tsx';
import { useRestoredFocus } from './use-restored-focus.ts';

/** Permissions of the person who views a record. */
export type AnnotationPermissions = {
  readonly mayAnnotate: boolean;
  /**
   * The person works on review cases, which notes must not mention. Absent for others, whose page source must not name
   * it.
   */
  readonly maySeeCases?: boolean;
};

type NotesProps = AnnotationPermissions & {
  businessId: string;
  kind: RecordKind;
  recordId: string;
  annotations: Annotations;
};

/** Shows the labels and notes of a record. */
export function NotesAndLabels(props: NotesProps) {
  const { businessId, kind, recordId, annotations, mayAnnotate, maySeeCases } = props;
  const [isWriting, setWriting] = useState(false);
  const opener = useRestoredFocus(isWriting);
  const { notes } = annotations;
  return (
    <Section
      title={tNotes('note.title')}
      {...(notes.length > 0 && { count: notes.length })}
      actions={
        mayAnnotate &&
        !isWriting && (
          <Button
            ref={opener}
            size="sm"
            variant="quiet"
            icon={<Plus aria-hidden />}
            onPress={() => setWriting(true)}
          >
            {tNotes('note.write')}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-3">
        <Labels
          businessId={businessId}
          kind={kind}
          recordId={recordId}
          annotations={annotations}
          mayAnnotate={mayAnnotate}
        />
        {isWriting && (
          <NoteForm
            businessId={businessId}
            kind={kind}
            recordId={recordId}
            seesCases={maySeeCases === true}
            onEnd={() => setWriting(false)}
          />
        )}
        {notes.length > 0 && (
          <ul className="flex flex-col" aria-label={tNotes('note.list')}>
            {notes.map((note) => (
              <NoteItem key={note.noteId} {...props} note={note} />
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}

function NoteItem({ note, ...props }: NotesProps & { note: Note }) {
  const { businessId, kind, recordId, mayAnnotate, maySeeCases } = props;
  const [isEditing, setEditing] = useState(false);
  const opener = useRestoredFocus(isEditing);
  return (
    <li className="border-line border-t py-2.5 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-1.5 text-muted text-xs">
        <bdi className="font-medium text-ink">{note.author}</bdi>·
        <Time at={toUnixSeconds(note.createdAt)} />
        {note.version > 1 && <span>· {tNotes('note.edited')}</span>}
        <span className="ms-auto inline-flex items-center gap-1.5 print:hidden">
          <CopyButton text={note.text} label={tNotes('note.copy')} />
          {mayAnnotate && note.isMine && !isEditing && (
            <Button ref={opener} size="sm" variant="quiet" onPress={() => setEditing(true)}>
              {tNotes('note.edit')}
            </Button>
          )}
        </span>
      </div>
      {isEditing ? (
        <NoteForm
          businessId={businessId}
          kind={kind}
          recordId={recordId}
          seesCases={maySeeCases === true}
          note={note}
          onEnd={() => setEditing(false)}
        />
      ) : (
        <Text text={note.text} />
      )}
      {note.earlier.length > 0 && (
        <Disclosure title={<span className="font-normal text-muted text-xs">{tNotes('note.earlier')}</span>}>
          <ol className="flex flex-col gap-2">
            {note.earlier.map(({ text, at }) => (
              <li key={at}>
                <span className="text-faint text-xs">
                  <Time at={toUnixSeconds(at)} />
                </span>
                <Text text={text} />
              </li>
            ))}
          </ol>
        </Disclosure>
      )}
    </li>
  );
}

/** Keeps line breaks and sets the direction of each paragraph by its own letters. */
function Text({ text }: { text: string }) {
  return (
    <p dir="auto" className="whitespace-pre-wrap text-sm [overflow-wrap:anywhere] [unicode-bidi:plaintext]">
      {text}
    </p>
  );
}
