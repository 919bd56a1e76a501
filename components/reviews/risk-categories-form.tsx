'use client';

import { useState } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraft } from '#components/drafts/use-draft.ts';
import { useAction } from '#components/query/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { tReviewSettings } from '#lib/messages/review-settings.ts';
import { setCategoriesAction } from '#lib/reviews/actions.ts';

/** Edits the order of risk categories, one category on each line. */
export function RiskCategoriesForm({ businessId, saved }: { businessId: string; saved: string }) {
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
