'use client';

import { useState } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraft } from '#components/drafts/use-draft.ts';
import { MentionArea } from '#components/mentions/mention-area.tsx';
import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { HydratedFields } from '#components/ui/hydrated-fields.tsx';
import { Time } from '#components/ui/time.tsx';
import { tReviewCase } from '#lib/messages/review-case.ts';
import { addNoteAction } from '#lib/reviews/actions.ts';
import type { CaseView } from '#lib/reviews/schema/case.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { formatCase } from './case-labels.ts';
import { SourceCase } from './source-case.tsx';

/** Lists the case's notes and adds new ones. Notes can't be edited. */
export function Notes({ view }: { view: CaseView }) {
  const { businessId, caseId, notes } = view;
  const { act, isPending } = useAction(businessId, 'reviews', { about: formatCase(view.number) });
  const [text, setText] = useState('');
  const draft = useDraft({
    businessId,
    form: 'case-note',
    subject: caseId,
    values: { text },
    initial: { text: '' },
    fill: (fields) => setText(fields['text'] ?? ''),
  });
  const add = async () => {
    const added = await act(() => addNoteAction({ businessId, caseId, text }), {
      failed: tReviewCase('notes.failed'),
    });
    if (added === null) return;
    draft.sent();
    setText('');
  };
  return (
    <Section title={tReviewCase('notes.title')} count={notes.length}>
      <div className="flex flex-col gap-3">
        {view.state !== 'merged' && (
          <HydratedFields>
            <MentionArea
              businessId={businessId}
              about="case"
              label={tReviewCase('notes.label')}
              help={tReviewCase('notes.help')}
              text={text}
              limit={20_000}
              onText={setText}
              onSave={() => {
                if (text.trim() !== '' && !isPending) void add();
              }}
            />
            <DraftNotice draft={draft} />
            <div>
              <Button isPending={isPending} isDisabled={text.trim() === ''} onPress={() => void add()}>
                {tReviewCase('notes.add')}
              </Button>
            </div>
          </HydratedFields>
        )}
        {notes.length > 0 && (
          <ul className="flex flex-col">
            {notes.map((note) => (
              <li key={note.noteId} className="border-line border-t py-2.5">
                <p className="text-muted text-xs">
                  <span className="font-medium text-ink">{note.person.name}</span> ·{' '}
                  <Time at={toUnixSeconds(note.at)} />
                  <SourceCase number={note.of} />
                </p>
                <p className="whitespace-pre-wrap break-words text-sm">{note.text}</p>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}
