'use client';

import { ActionForm } from '#components/forms/action-form.tsx';
import { useActionForm } from '#components/forms/use-action-form.ts';
import { TextArea } from '#components/ui/text-area.tsx';
import { tReviewSettings } from '#lib/messages/reviews.ts';
import { setCategoriesAction } from '#lib/reviews/actions.ts';

/** Edits the order of risk categories, one category on each line. */
export function RiskCategoriesForm({ businessId, saved }: { businessId: string; saved: string }) {
  const form = useActionForm({
    businessId,
    kind: 'reviews',
    refresh: true,
    draft: 'risk-categories',
    subject: 'risk-categories',
    initial: { categories: saved },
    action: ({ categories }) => setCategoriesAction({ businessId, categories }),
    messages: { failed: tReviewSettings('categories.failed'), done: tReviewSettings('categories.saved') },
  });
  return (
    <ActionForm
      form={form}
      label={tReviewSettings('categories.save')}
      variant="secondary"
      isDisabled={form.fields.categories === saved}
    >
      <TextArea
        label={tReviewSettings('categories.label')}
        rows={6}
        limit={20_000}
        {...form.field('categories')}
      />
    </ActionForm>
  );
}
