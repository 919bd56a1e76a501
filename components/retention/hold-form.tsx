'use client';

import { useState } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraft } from '#components/drafts/use-draft.ts';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { tRetention } from '#lib/messages/retention.ts';
import { tRetentionHolds } from '#lib/messages/retention-holds.ts';
import type { HoldKind } from '#lib/retention/model.ts';
import { holdKinds } from '#lib/retention/model.ts';

const kindChoices = holdKinds.map((kind) => ({ value: kind, label: tRetention(`kind.${kind}`) }));

export type HoldFields = {
  readonly kind: HoldKind;
  readonly recordId: string;
  readonly reason: string;
};

const emptyFields: HoldFields = { kind: 'payment', recordId: '', reason: '' };

/** The form for a new legal hold. */
export function HoldForm({
  businessId,
  isPending,
  errors,
  onPlace,
  onCancel,
}: {
  businessId: string;
  isPending: boolean;
  errors: Readonly<Record<string, readonly string[] | undefined>>;
  /** Returns whether the hold was placed. */
  onPlace: (fields: HoldFields) => Promise<boolean>;
  onCancel: () => void;
}) {
  const [fields, setFields] = useState(emptyFields);
  const draft = useDraft({
    businessId,
    form: 'legal-hold',
    subject: 'new',
    values: fields,
    initial: emptyFields,
    fill: ({ kind, recordId = '', reason = '' }) =>
      setFields({ kind: holdKinds.find((one) => one === kind) ?? 'payment', recordId, reason }),
  });
  const place = async () => {
    // The ID of the business stands for its whole log.
    const { kind, recordId } = fields;
    if (await onPlace({ ...fields, recordId: kind === 'audit' ? businessId : recordId })) draft.sent();
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void place();
      }}
    >
      <Select
        label={tRetentionHolds('holds.record')}
        choices={kindChoices}
        value={fields.kind}
        onChange={({ target }) =>
          setFields({
            ...fields,
            kind: holdKinds.find((kind) => kind === target.value) ?? fields.kind,
          })
        }
      />
      {fields.kind !== 'audit' && (
        <TextField
          mono
          label={tRetentionHolds('holds.recordId')}
          value={fields.recordId}
          error={errors['recordId']?.[0]}
          onChange={({ target }) => setFields({ ...fields, recordId: target.value })}
        />
      )}
      <TextArea
        label={tRetentionHolds('holds.reason')}
        value={fields.reason}
        error={errors['reason']?.[0]}
        onChange={({ target }) => setFields({ ...fields, reason: target.value })}
      />
      <DraftNotice draft={draft} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isPending={isPending}>
          {tRetentionHolds('holds.place')}
        </Button>
        <Button onPress={onCancel}>{tRetentionHolds('holds.cancel')}</Button>
      </div>
    </form>
  );
}
