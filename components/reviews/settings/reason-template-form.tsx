'use client';

import { useState } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraftForm } from '#components/forms/use-action-form.ts';
import { useAction } from '#components/query/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { tReviewTemplates } from '#lib/messages/reviews.ts';
import { removeReasonTemplateAction, saveReasonTemplateAction } from '#lib/reviews/actions.ts';
import type { DecisionKind } from '#lib/reviews/model.ts';
import type { ReasonTemplate } from '#lib/reviews/settings/schema-templates.ts';

/** Adds a template, or changes or removes one. */
export function ReasonTemplateForm({
  businessId,
  template,
  kinds,
}: {
  businessId: string;
  template: ReasonTemplate | null;
  /** The decisions that a template can be for, with their labels. */
  kinds: readonly { readonly value: DecisionKind; readonly label: string }[];
}) {
  const { fields, field, draft, isPending, send } = useDraftForm({
    businessId,
    kind: 'reviews',
    refresh: true,
    draft: 'reason-template',
    subject: template?.templateId ?? 'new',
    initial: { kind: template?.kind ?? '', name: template?.name ?? '', text: template?.text ?? '' },
  });
  const { name, text } = fields;
  const chosen = kinds.find(({ value }) => value === fields.kind)?.value;
  const save = () => {
    if (chosen === undefined) return;
    const { templateId, version } = template ?? { templateId: null, version: 0 };
    void send(() => saveReasonTemplateAction({ businessId, templateId, version, kind: chosen, name, text }), {
      failed: tReviewTemplates('failed'),
      done: tReviewTemplates('saved'),
    });
  };
  return (
    <div className="flex flex-col gap-3">
      <Select
        label={tReviewTemplates('kind')}
        choices={kinds}
        placeholder={tReviewTemplates('refusals.kind')}
        {...field('kind')}
      />
      <TextField label={tReviewTemplates('name')} maxLength={80} {...field('name')} />
      <TextArea label={tReviewTemplates('text')} limit={5_000} {...field('text')} />
      <DraftNotice draft={draft} />
      <div className="flex flex-wrap gap-2">
        <Button
          isPending={isPending}
          isDisabled={chosen === undefined || name.trim() === '' || text.trim() === ''}
          onPress={save}
        >
          {tReviewTemplates('save')}
        </Button>
        {template !== null && <RemoveTemplate businessId={businessId} template={template} />}
      </div>
    </div>
  );
}

function RemoveTemplate({ businessId, template }: { businessId: string; template: ReasonTemplate }) {
  const { act } = useAction({ businessId, kind: 'reviews', refresh: true });
  const [isOpen, setOpen] = useState(false);
  const { templateId, version, name } = template;
  return (
    <>
      <Button variant="quiet" onPress={() => setOpen(true)}>
        {tReviewTemplates('remove')}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={tReviewTemplates('removeTitle', { name })}
        confirmLabel={tReviewTemplates('remove')}
        danger
        onConfirm={() =>
          act(() => removeReasonTemplateAction({ businessId, templateId, version }), {
            failed: tReviewTemplates('notRemoved'),
            done: tReviewTemplates('removed'),
          })
        }
      >
        {tReviewTemplates('removeNote')}
      </ConfirmDialog>
    </>
  );
}
