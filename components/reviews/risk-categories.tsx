'use client';

import { useState } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraft } from '#components/drafts/use-draft.ts';
import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { tReviewSettings } from '#lib/messages/review-settings.ts';
import { setCategoriesAction } from '#lib/reviews/actions.ts';
import type { DeskFigures } from '#lib/reviews/schema/figures.ts';

/** Shows the order of risk categories in the queue. Owners edit it, one category on each line. */
export function RiskCategories({ businessId, figures }: { businessId: string; figures: DeskFigures }) {
  const { categories, maySet } = figures;
  return (
    <Section title={tReviewSettings('categories.title')}>
      <div className="flex flex-col gap-3">
        <p className="text-muted text-sm">{tReviewSettings('categories.note')}</p>
        {maySet ? (
          <Form key={categories.join('\n')} businessId={businessId} saved={categories.join('\n')} />
        ) : (
          <ol className="list-decimal ps-5 text-sm">
            {categories.map((category) => (
              <li key={category}>{category}</li>
            ))}
          </ol>
        )}
      </div>
    </Section>
  );
}

function Form({ businessId, saved }: { businessId: string; saved: string }) {
  const { act, isPending } = useAction(businessId, 'reviews', { refresh: true });
  const [categories, setCategories] = useState(saved);
  const draft = useDraft({
    businessId,
    form: 'risk-categories',
    subject: 'risk-categories',
    values: { categories },
    initial: { categories: saved },
    fill: (fields) => setCategories(fields['categories'] ?? saved),
  });
  return (
    <>
      <TextArea
        label={tReviewSettings('categories.label')}
        rows={6}
        value={categories}
        limit={20_000}
        onChange={(event) => setCategories(event.target.value)}
      />
      <DraftNotice draft={draft} />
      <div>
        <Button
          isPending={isPending}
          isDisabled={categories === saved}
          onPress={() =>
            void act(() => setCategoriesAction({ businessId, categories }), {
              failed: tReviewSettings('categories.failed'),
              done: tReviewSettings('categories.saved'),
            }).then((result) => result !== null && draft.sent())
          }
        >
          {tReviewSettings('categories.save')}
        </Button>
      </div>
    </>
  );
}
