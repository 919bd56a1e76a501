'use client';

import type { ReactNode } from 'react';
import { ActionForm } from '#components/forms/action-form.tsx';
import { useActionForm } from '#components/forms/use-action-form.ts';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { tRetention } from '#lib/messages/retention.ts';
import { setRetentionAction } from '#lib/retention/actions.ts';
import type { RetentionKind, RetentionPreset } from '#lib/retention/model.ts';
import { isShorter, parseYears, retentionPresets } from '#lib/retention/model.ts';
import type { RetentionView } from '#lib/retention/schema.ts';

const presetChoice = (preset: RetentionPreset) => ({
  value: String(retentionPresets[preset]),
  label: tRetention('form.presets.years', { years: retentionPresets[preset] }),
  help: tRetention(`form.presetHelp.${preset}`),
});

/** An empty text keeps records forever. */
const choices = [
  { value: '', label: tRetention('form.presets.forever'), help: tRetention('form.presetHelp.forever') },
];

const minimums = {
  label: tRetention('form.presets.minimums'),
  choices: [presetChoice('amlr'), presetChoice('vouchers'), presetChoice('ofac')],
};

/** The form for one retention time, opened by an owner. */
export function RetentionForm({
  businessId,
  kind,
  years,
  renderShorter,
  onSet,
  onCancel,
}: {
  businessId: string;
  kind: RetentionKind;
  years: number | null;
  /** Shows what a shorter time means, before it is proposed. */
  renderShorter: (years: number) => ReactNode;
  onSet: (view: RetentionView) => void;
  onCancel: () => void;
}) {
  const form = useActionForm({
    businessId,
    draft: 'retention-time',
    subject: kind,
    initial: { years: years === null ? '' : String(years) },
    action: (fields) => setRetentionAction({ businessId, kind, years: fields.years }),
    messages: {
      failed: tRetention('failed'),
      done: ({ outcome }) => tRetention(outcome === 'set' ? 'saved' : 'proposed'),
    },
    onDone: onSet,
  });
  const text = form.fields.years.trim();
  const typed = parseYears(text);
  return (
    <ActionForm form={form} label={tRetention('form.save')} onCancel={onCancel} className="gap-3 pt-2">
      <RadioGroup
        label={tRetention('form.presets.label')}
        name={`retention-${kind}`}
        choices={choices}
        group={minimums}
        value={text}
        onChange={({ target }) => form.set({ years: target.value })}
      />
      <TextField
        label={tRetention(`form.${kind}`)}
        inputMode="numeric"
        help={tRetention('form.unit')}
        {...form.field('years')}
      />
      {typed !== null && isShorter(typed, years) && renderShorter(typed)}
      <p className="text-muted">{tRetention('form.advice')}</p>
      <p className="text-muted">{tRetention('form.shorter')}</p>
    </ActionForm>
  );
}
