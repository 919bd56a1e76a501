'use client';

import { useState } from 'react';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/select.tsx';
import { tReviewTemplates } from '#lib/messages/reviews.ts';
import type { ReasonTemplate } from '#lib/reviews/settings/schema-templates.ts';

/** Fills the reason from a template. It asks before it replaces a text that the person has typed. */
export function TemplatePicker({
  templates,
  reason,
  onApply,
}: {
  templates: readonly ReasonTemplate[];
  reason: string;
  onApply: (text: string) => void;
}) {
  const [applied, setApplied] = useState<ReasonTemplate | null>(null);
  const [pending, setPending] = useState<ReasonTemplate | null>(null);
  if (templates.length === 0) return null;
  const apply = (template: ReasonTemplate) => {
    setApplied(template);
    setPending(null);
    onApply(template.text);
  };
  return (
    <>
      <Select
        label={tReviewTemplates('pick')}
        optional
        placeholder={tReviewTemplates('choose')}
        choices={templates.map(({ templateId, name }) => ({ value: templateId, label: name }))}
        value={(pending ?? (applied?.text === reason ? applied : null))?.templateId ?? ''}
        onChange={(event) => {
          const chosen = templates.find(({ templateId }) => templateId === event.target.value);
          if (chosen === undefined) setPending(null);
          else if (reason.trim() === '' || reason === applied?.text) apply(chosen);
          else setPending(chosen);
        }}
      />
      {pending !== null && (
        <Banner tone="attention" title={tReviewTemplates('replaceTitle')}>
          <p className="whitespace-pre-wrap break-words">{pending.text}</p>
          <div className="flex flex-wrap gap-2 pt-2">
            <Button onPress={() => apply(pending)}>{tReviewTemplates('replace')}</Button>
            <Button variant="quiet" onPress={() => setPending(null)}>
              {tReviewTemplates('keep')}
            </Button>
          </div>
        </Banner>
      )}
    </>
  );
}
