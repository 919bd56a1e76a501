'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { tRetention } from '#lib/messages/retention.ts';
import type { RetentionKind } from '#lib/retention/model.ts';

/** The form for one retention time, opened by an owner. */
export function RetentionForm({
  kind,
  years,
  isPending,
  error,
  onSave,
  onCancel,
}: {
  kind: RetentionKind;
  years: number | null;
  isPending: boolean;
  error: string | undefined;
  onSave: (years: string) => Promise<void>;
  onCancel: () => void;
}) {
  const [text, setText] = useState(years === null ? '' : String(years));
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void onSave(text);
      }}
    >
      <TextField
        label={tRetention(`form.${kind}`)}
        inputMode="numeric"
        value={text}
        help={tRetention('form.unit')}
        error={error}
        onChange={(event) => setText(event.target.value)}
      />
      <p className="text-muted">{tRetention('form.presets')}</p>
      <p className="text-muted">{tRetention('form.shorter')}</p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isPending={isPending}>
          {tRetention('form.save')}
        </Button>
        <Button onPress={onCancel}>{tRetention('form.cancel')}</Button>
      </div>
    </form>
  );
}
