'use client';

import { useActionForm } from '#components/forms/use-action-form.ts';
import { MentionForm } from '#components/mentions/mention-form.tsx';
import { Section } from '#components/shell/section.tsx';
import { Time } from '#components/ui/time.tsx';
import { tReviewCounterparty } from '#lib/messages/review-details.ts';
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
  const form = useActionForm({
    businessId,
    kind: 'reviews',
    refresh: true,
    draft: 'counterparty-note',
    subject: draftSubject,
    initial: { text: '' },
    action: ({ text }) =>
      addCounterpartyNoteAction({ businessId, counterparty: toCounterpartyInput(counterparty), text }),
    messages: { failed: tReviewCounterparty('note.failed'), done: tReviewCounterparty('note.added') },
    isRepeated: true,
  });
  return (
    <Section title={tReviewCounterparty('note.title')} count={notes.length}>
      <div className="flex flex-col gap-3">
        <MentionForm
          form={form}
          save={tReviewCounterparty('note.add')}
          businessId={businessId}
          about="case"
          label={tReviewCounterparty('note.label')}
          help={tReviewCounterparty('note.help')}
          limit={maximumReviewNoteLength}
          error={form.errors['text']?.[0]}
        />
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
