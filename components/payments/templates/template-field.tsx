'use client';

import { lazy, Suspense, useState } from 'react';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/select.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { tPaymentTemplates } from '#lib/messages/payment-templates.ts';
import type { TemplatesView, TemplateView } from '#lib/payment-templates/schema.ts';
import type { CreatePaymentInput } from '#lib/payments/create/schema/create.ts';
import { toTemplateChoices } from './template-choices.ts';
import { TemplateProblems } from './template-problems.tsx';

// The dialogs load only when they are opened.
const Save = lazy(() => import('./save-template.tsx').then((file) => ({ default: file.SaveTemplate })));
const Manage = lazy(() =>
  import('./manage-templates.tsx').then((file) => ({ default: file.ManageTemplates })),
);

/** Selects a template, saves the form as a new one or in its place, and opens the list of templates. */
export function TemplateField({
  values,
  view,
  selected,
  onSelect,
  onChanged,
}: {
  values: CreatePaymentInput;
  view: TemplatesView;
  selected: TemplateView | null;
  onSelect: (template: TemplateView | null) => void;
  onChanged: (view: TemplatesView) => void;
}) {
  const isHydrated = useHydrated();
  const [opened, setOpened] = useState<'save' | 'update' | 'manage' | null>(null);
  const { templates, today } = view;
  const close = () => setOpened(null);
  const showUpdated = (updated: TemplatesView) => {
    onChanged(updated);
    const template = updated.templates.find(({ templateId }) => templateId === selected?.templateId);
    // The form shows the next ID of the new pattern.
    if (template !== undefined && template.clientIdPattern !== selected?.clientIdPattern) onSelect(template);
  };
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-end gap-2">
        <Select
          className="min-w-44 grow basis-44"
          label={tPaymentTemplates('label')}
          placeholder={tPaymentTemplates('none')}
          choices={toTemplateChoices(templates)}
          value={selected?.templateId ?? ''}
          disabled={!isHydrated}
          onChange={(event) =>
            onSelect(templates.find(({ templateId }) => templateId === event.target.value) ?? null)
          }
        />
        <Button isDisabled={!isHydrated} onPress={() => setOpened('save')}>
          {tPaymentTemplates('open.save')}
        </Button>
        {selected !== null && (
          <Button variant="quiet" isDisabled={!isHydrated} onPress={() => setOpened('update')}>
            {tPaymentTemplates('open.update')}
          </Button>
        )}
        {templates.length > 0 && (
          <Button variant="quiet" isDisabled={!isHydrated} onPress={() => setOpened('manage')}>
            {tPaymentTemplates('open.manage')}
          </Button>
        )}
      </div>
      {selected !== null && selected.problems.length > 0 && (
        <Banner tone="attention" title={tPaymentTemplates('problems.title', { name: selected.name })}>
          <p>{tPaymentTemplates('problems.body')}</p>
          <TemplateProblems problems={selected.problems} />
        </Banner>
      )}
      <Suspense>
        {(opened === 'save' || (opened === 'update' && selected !== null)) && (
          <Save
            values={values}
            today={today}
            replaced={opened === 'update' ? selected : null}
            onSaved={opened === 'update' ? showUpdated : onChanged}
            onClose={close}
          />
        )}
        {opened === 'manage' && (
          <Manage
            businessId={values.businessId}
            templates={templates}
            onChanged={onChanged}
            onClose={close}
          />
        )}
      </Suspense>
    </div>
  );
}
