'use client';

import { useActionForm } from '#components/forms/use-action-form.ts';
import { MentionForm } from '#components/mentions/mention-form.tsx';
import { Section } from '#components/shell/section.tsx';
import { DateTime, Time } from '#components/ui/time.tsx';
import { tReviewCase } from '#lib/messages/review-case.ts';
import { tReviewRequests } from '#lib/messages/reviews.ts';
import { addNoteAction } from '#lib/reviews/actions.ts';
import type { CaseView } from '#lib/reviews/cases/schema/case.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { formatCase } from '../case-labels.ts';
import { SourceCase } from '../decisions/source-case.tsx';

/** Lists the case's notes and adds new ones. Notes can't be edited. */
export function Notes({ view }: { view: CaseView }) {
  const { businessId, caseId, notes } = view;
  const form = useActionForm({
    businessId,
    kind: 'reviews',
    about: formatCase(view.number),
    draft: 'case-note',
    subject: caseId,
    initial: { text: '' },
    action: ({ text }) => addNoteAction({ businessId, caseId, text }),
    messages: { failed: tReviewCase('notes.failed') },
    isRepeated: true,
  });
  return (
    <Section title={tReviewCase('notes.title')} count={notes.length}>
      <div className="flex flex-col gap-3">
        {view.state !== 'merged' && (
          <MentionForm
            form={form}
            save={tReviewCase('notes.add')}
            businessId={businessId}
            about="case"
            label={tReviewCase('notes.label')}
            help={tReviewCase('notes.help')}
            limit={20_000}
            error={form.errors['text']?.[0]}
          />
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
                {note.request !== null && (
                  <p className="text-muted text-xs">
                    {tReviewRequests(`ofRequest.${note.request.of}`)} ·{' '}
                    <DateTime at={toUnixSeconds(note.request.dueAt)} />
                  </p>
                )}
                {note.answers !== null && <p className="text-muted text-xs">{tReviewRequests('isAnswer')}</p>}
                <p className="whitespace-pre-wrap break-words text-sm">{note.text}</p>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}
