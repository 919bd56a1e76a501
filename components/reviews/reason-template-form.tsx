'use client';

import { useState } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraft } from '#components/drafts/use-draft.ts';
import { useAction } from '#components/query/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { tReviewTemplates } from '#lib/messages/review-templates.ts';
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
  const { act, isPending } = useAction(businessId, 'reviews', { refresh: true });
  const initial = { kind: template?.kind ?? '', name: template?.name ?? '', text: template?.text ?? '' };
  const [kind, setKind] = useState<string>(initial.kind);
  const [name, setName] = useState(initial.name);
  const [text, setText] = useState(initial.text);
  const draft = useDraft({
    businessId,
    form: 'reason-template',
    subject: template?.templateId ?? 'new',
    values: { kind, name, text },
    initial,
    fill: (fields) => {
      setKind(fields['kind'] ?? initial.kind);
      setName(fields['name'] ?? initial.name);
      setText(fields['text'] ?? initial.text);
    },
  });
  const chosen = kinds.find(({ value }) => value === kind)?.value;
  const save = () => {
    if (chosen === undefined) return;
    const { templateId, version } = template ?? { templateId: null, version: 0 };
    const sent = act(
      () => saveReasonTemplateAction({ businessId, templateId, version, kind: chosen, name, text }),
      {
        failed: tReviewTemplates('failed'),
        done: tReviewTemplates('saved'),
      },
    );
    void sent.then((result) => result !== null && draft.sent());
  };
  return (
    <div className="flex flex-col gap-3">
      <Select
        label={tReviewTemplates('kind')}
        choices={kinds}
        placeholder={tReviewTemplates('refusals.kind')}
        value={kind}
        onChange={(event) => setKind(event.target.value)}
      />
      <TextField
        label={tReviewTemplates('name')}
        value={name}
        maxLength={80}
        onChange={(event) => setName(event.target.value)}
      />
      <TextArea
        label={tReviewTemplates('text')}
        value={text}
        limit={5_000}
        onChange={(event) => setText(event.target.value)}
      />
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
  const { act } = useAction(businessId, 'reviews', { refresh: true });
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
