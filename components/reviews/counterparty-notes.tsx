'use client';

import { useState } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraft } from '#components/drafts/use-draft.ts';
import { MentionArea } from '#components/mentions/mention-area.tsx';
import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { Time } from '#components/ui/time.tsx';
import { tReviewCounterparty } from '#lib/messages/review-counterparty.ts';
import { addCounterpartyNoteAction } from '#lib/reviews/actions.ts';
import { maximumReviewNoteLength, toCounterpartyInput } from '#lib/reviews/counterparties/model.ts';
import type { CounterpartyView } from '#lib/reviews/counterparties/schema.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

/** Lists the notes about an address or risk entity and adds new ones. Notes can't be edited. */
export function CounterpartyNotes({
  view: { businessId, counterparty, notes, draftSubject },
}: {
  view: Pick<CounterpartyView, 'businessId' | 'counterparty' | 'notes' | 'draftSubject'>;
}) {
  const { act, isPending } = useAction(businessId, 'reviews', { refresh: true });
  const [text, setText] = useState('');
  const draft = useDraft({
    businessId,
    form: 'counterparty-note',
    subject: draftSubject,
    values: { text },
    initial: { text: '' },
    fill: (fields) => setText(fields['text'] ?? ''),
  });
  const add = async () => {
    const added = await act(
      () => addCounterpartyNoteAction({ businessId, counterparty: toCounterpartyInput(counterparty), text }),
      { failed: tReviewCounterparty('note.failed'), done: tReviewCounterparty('note.added') },
    );
    if (added === null) return;
    draft.sent();
    setText('');
  };
  return (
    <Section title={tReviewCounterparty('note.title')} count={notes.length}>
      <div className="flex flex-col gap-3">
        <MentionArea
          businessId={businessId}
          about="case"
          label={tReviewCounterparty('note.label')}
          help={tReviewCounterparty('note.help')}
          text={text}
          limit={maximumReviewNoteLength}
          onText={setText}
          onSave={() => {
            if (text.trim() !== '' && !isPending) void add();
          }}
        />
        <DraftNotice draft={draft} />
        <div>
          <Button isPending={isPending} isDisabled={text.trim() === ''} onPress={() => void add()}>
            {tReviewCounterparty('note.add')}
          </Button>
        </div>
        {notes.length === 0 ? (
          <p className="text-muted text-sm">{tReviewCounterparty('note.empty')}</p>
        ) : (
          <ul className="flex flex-col">
            {notes.map((note) => (
              <li key={note.noteId} className="border-line border-t py-2 text-sm first:border-t-0">
                <p className="whitespace-pre-wrap wrap-anywhere">{note.text}</p>
                <p className="text-muted text-xs">
                  <bdi>{note.person.name}</bdi> · <Time at={toUnixSeconds(note.at)} />
                </p>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}
