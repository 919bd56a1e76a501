'use client';

import type { ReactNode } from 'react';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { tControls } from '#lib/messages/controls.ts';
import { tRetention } from '#lib/messages/retention.ts';
import type { RetentionKind, RetentionPreset } from '#lib/retention/model.ts';
import { isShorter, parseYears, retentionPresets } from '#lib/retention/model.ts';

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
  kind,
  years,
  isPending,
  error,
  renderShorter,
  onSave,
  onCancel,
}: {
  kind: RetentionKind;
  years: number | null;
  isPending: boolean;
  error: string | undefined;
  /** Shows what a shorter time means, before it is proposed. */
  renderShorter: (years: number) => ReactNode;
  onSave: (years: string) => Promise<void>;
  onCancel: () => void;
}) {
  const [text, setText] = useState(years === null ? '' : String(years));
  const typed = parseYears(text.trim());
  return (
    <form
      noValidate
      className="flex flex-col gap-3 pt-2"
      onSubmit={(event) => {
        event.preventDefault();
        void onSave(text);
      }}
    >
      <RadioGroup
        label={tRetention('form.presets.label')}
        name={`retention-${kind}`}
        choices={choices}
        group={minimums}
        value={text.trim()}
        onChange={({ target }) => setText(target.value)}
      />
      <TextField
        label={tRetention(`form.${kind}`)}
        inputMode="numeric"
        value={text}
        help={tRetention('form.unit')}
        error={error}
        onChange={(event) => setText(event.target.value)}
      />
      {typed !== null && isShorter(typed, years) && renderShorter(typed)}
      <p className="text-muted">{tRetention('form.advice')}</p>
      <p className="text-muted">{tRetention('form.shorter')}</p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isPending={isPending}>
          {tRetention('form.save')}
        </Button>
        <Button onPress={onCancel}>{tControls('cancel')}</Button>
      </div>
    </form>
  );
}
