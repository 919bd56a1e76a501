'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { tStatements } from '#lib/messages/statements.ts';

/** A form with one reason. */
export function ReasonForm({
  label,
  save,
  isPending,
  error,
  onSave,
  onCancel,
}: {
  label: string;
  save: string;
  isPending: boolean;
  error: string | undefined;
  onSave: (reason: string) => void;
  onCancel: () => void;
}) {
  const [reason, setReason] = useState('');
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(reason);
      }}
    >
      <TextArea
        label={label}
        value={reason}
        error={error}
        onChange={({ target }) => setReason(target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isPending={isPending}>
          {save}
        </Button>
        <Button onPress={onCancel}>{tStatements('basis.cancel')}</Button>
      </div>
    </form>
  );
}
