'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { tRetention } from '#lib/messages/retention.ts';

/** The form for a proposal to lift a legal hold. */
export function LiftForm({
  isPending,
  error,
  onPropose,
  onCancel,
}: {
  isPending: boolean;
  error: string | undefined;
  onPropose: (reason: string) => Promise<void>;
  onCancel: () => void;
}) {
  const [reason, setReason] = useState('');
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void onPropose(reason);
      }}
    >
      <TextArea
        label={tRetention('holds.liftReason')}
        value={reason}
        error={error}
        onChange={({ target }) => setReason(target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isPending={isPending}>
          {tRetention('holds.lift')}
        </Button>
        <Button onPress={onCancel}>{tRetention('holds.cancel')}</Button>
      </div>
    </form>
  );
}
