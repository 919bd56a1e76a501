import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { instant } from '#lib/values/instant.ts';
import { keepUnsavedText, takeUnsavedText } from './unsaved-text.ts';
import type { DraftState } from './use-draft.ts';
import { useDraft } from './use-draft.ts';

const key = { businessId: 'b', form: 'case-note', subject: 'case-1' } as const;

/** Gives the draft of a form to the test. */
function Form({ onDraft }: { onDraft: (draft: DraftState) => void }) {
  onDraft(useDraft({ ...key, values: { text: 'typed' }, initial: { text: '' }, fill: () => undefined }));
  return null;
}

test('forgets the text that the tab keeps once the form is sent', () => {
  const drafts: DraftState[] = [];
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Form onDraft={(draft) => drafts.push(draft)} />
    </QueryClientProvider>,
  );
  keepUnsavedText(key, { fields: { text: 'typed before' }, typedAt: instant(0) });
  drafts[0]?.sent();
  expect(takeUnsavedText(key)).toBeNull();
});
