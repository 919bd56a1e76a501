'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { tRetention } from '#lib/messages/retention.ts';
import type { RetentionKind } from '#lib/retention/model.ts';
import { retentionKinds } from '#lib/retention/model.ts';

const kindChoices = retentionKinds.map((kind) => ({ value: kind, label: tRetention(`kind.${kind}`) }));

export type HoldFields = {
  readonly kind: RetentionKind;
  readonly recordId: string;
  readonly reason: string;
};

/** The form for a new legal hold. */
export function HoldForm({
  isPending,
  errors,
  onPlace,
  onCancel,
}: {
  isPending: boolean;
  errors: Readonly<Record<string, readonly string[] | undefined>>;
  onPlace: (fields: HoldFields) => Promise<void>;
  onCancel: () => void;
}) {
  const [fields, setFields] = useState<HoldFields>({ kind: 'payment', recordId: '', reason: '' });
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void onPlace(fields);
      }}
    >
      <Select
        label={tRetention('holds.record')}
        choices={kindChoices}
        value={fields.kind}
        onChange={({ target }) =>
          setFields({
            ...fields,
            kind: retentionKinds.find((kind) => kind === target.value) ?? fields.kind,
          })
        }
      />
      <TextField
        mono
        label={tRetention('holds.recordId')}
        value={fields.recordId}
        error={errors['recordId']?.[0]}
        onChange={({ target }) => setFields({ ...fields, recordId: target.value })}
      />
      <TextArea
        label={tRetention('holds.reason')}
        value={fields.reason}
        error={errors['reason']?.[0]}
        onChange={({ target }) => setFields({ ...fields, reason: target.value })}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isPending={isPending}>
          {tRetention('holds.place')}
        </Button>
        <Button onPress={onCancel}>{tRetention('holds.cancel')}</Button>
      </div>
    </form>
  );
}
