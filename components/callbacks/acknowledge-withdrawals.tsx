'use client';

import { useState } from 'react';
import { useAction } from '#components/query/use-action.ts';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { acknowledgeRefusalsAction } from '#lib/callbacks/http/actions.ts';
import type { UnacknowledgedWithdrawals } from '#lib/callbacks/schema/refusals.ts';
import { tRefusedCallbacks } from '#lib/messages/refused-callbacks.ts';

/** Acknowledges refused withdrawal callbacks. They may never be sent again, so their alarm stays until then. */
export function AcknowledgeWithdrawals({
  businessId,
  refused,
  mayAcknowledge,
}: {
  businessId: string;
  refused: UnacknowledgedWithdrawals;
  mayAcknowledge: boolean;
}) {
  const { act, isPending } = useAction({ refresh: true });
  const [note, setNote] = useState('');
  const acknowledge = () =>
    act(() => acknowledgeRefusalsAction({ businessId, upTo: refused.upTo, note }), {
      failed: tRefusedCallbacks('withdrawals.failed'),
      done: tRefusedCallbacks('withdrawals.acknowledged'),
    });
  return (
    <Banner tone="bad" title={tRefusedCallbacks('withdrawals.title', { count: refused.count })}>
      <p>{tRefusedCallbacks('withdrawals.text')}</p>
      {mayAcknowledge && (
        <form
          className="flex flex-wrap items-end gap-2 pt-2"
          onSubmit={(event) => {
            event.preventDefault();
            void acknowledge();
          }}
        >
          <TextField
            label={tRefusedCallbacks('withdrawals.note')}
            optional
            value={note}
            limit={2_000}
            onChange={(event) => setNote(event.target.value)}
          />
          <Button type="submit" isPending={isPending}>
            {tRefusedCallbacks('withdrawals.acknowledge')}
          </Button>
        </form>
      )}
    </Banner>
  );
}
