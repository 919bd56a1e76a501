'use client';

import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Section } from '#components/shell/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Time } from '#components/ui/time.tsx';
import type { Annotations, Note, RecordKind } from '#lib/annotations/model.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { Labels } from './labels.tsx';
import { useFocusBack } from './use-focus-back.ts';

const NoteForm = lazy(() => import('./note-form.tsx').then((file) => ({ default: file.NoteForm })));

/** What people may do to notes and labels here. */
export type MayAnnotate = {
  readonly mayAnnotate: boolean;
  /** Works on review cases, of which nothing may be said here. */
  readonly seesCases: boolean;
};

type Given = MayAnnotate & {
  businessId: string;
  kind: RecordKind;
  recordId: string;
  annotations: Annotations;
};

/** What people added to a record: labels and notes. */
export function NotesAndLabels(given: Given) {
  const { businessId, kind, recordId, annotations, mayAnnotate, seesCases } = given;
  const [writes, setWrites] = useState(false);
  const opener = useFocusBack(writes);
  const { notes } = annotations;
  return (
    <Section
      title="Notes and labels"
      {...(notes.length > 0 && { count: notes.length })}
      actions={
        mayAnnotate &&
        !writes && (
          <Button
            ref={opener}
            size="sm"
            variant="quiet"
            icon={<Plus aria-hidden />}
            onPress={() => setWrites(true)}
          >
            Write note
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-3">
        <Labels {...{ businessId, kind, recordId, annotations, mayAnnotate }} />
        {writes && (
          <Suspense fallback={<Skeleton className="h-24 w-full" />}>
            <NoteForm {...{ businessId, kind, recordId, seesCases }} onEnd={() => setWrites(false)} />
          </Suspense>
        )}
        {notes.length > 0 && (
          <ul className="flex flex-col" aria-label="Notes">
            {notes.map((note) => (
              <NoteItem key={note.noteId} {...given} note={note} />
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}

function NoteItem({ note, ...given }: Given & { note: Note }) {
  const { businessId, kind, recordId, mayAnnotate, seesCases } = given;
  const [edits, setEdits] = useState(false);
  const opener = useFocusBack(edits);
  return (
    <li className="border-line border-t py-2.5 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-1.5 text-muted text-xs">
        <bdi className="font-medium text-ink">{note.author}</bdi>·
        <Time at={inSeconds(note.createdAt)} />
        {note.version > 1 && <span>· edited</span>}
        <span className="ml-auto inline-flex items-center gap-1.5 print:hidden">
          <CopyButton text={note.text} label="Copy note" />
          {mayAnnotate && note.mine && !edits && (
            <Button ref={opener} size="sm" variant="quiet" onPress={() => setEdits(true)}>
              Edit
            </Button>
          )}
        </span>
      </div>
      {edits ? (
        <Suspense fallback={<Skeleton className="h-24 w-full" />}>
          <NoteForm {...{ businessId, kind, recordId, seesCases, note }} onEnd={() => setEdits(false)} />
        </Suspense>
      ) : (
        <Text text={note.text} />
      )}
      {note.earlier.length > 0 && (
        <Disclosure title={<span className="font-normal text-muted text-xs">What it said before</span>}>
          <ol className="flex flex-col gap-2">
            {note.earlier.map(({ text, at }) => (
              <li key={at}>
                <span className="text-faint text-xs">
                  <Time at={inSeconds(at)} />
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

/** As it was written: lines stay lines, and each paragraph has the direction of its own letters. */
function Text({ text }: { text: string }) {
  return (
    <p dir="auto" className="whitespace-pre-wrap text-sm [overflow-wrap:anywhere] [unicode-bidi:plaintext]">
      {text}
    </p>
  );
}
