'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { callAction } from '#components/query/call-action.ts';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { toast } from '#components/ui/toast.tsx';
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
  const router = useRouter();
  const [note, setNote] = useState('');
  const [isPending, setPending] = useState(false);
  const acknowledge = async () => {
    setPending(true);
    const result = await callAction(() =>
      acknowledgeRefusalsAction({ businessId, upTo: refused.upTo, note }),
    );
    setPending(false);
    const [noteError] = result?.ok === false ? (result.fieldErrors['note'] ?? []) : [];
    if (result?.ok) toast.good(tRefusedCallbacks('withdrawals.acknowledged'));
    else
      toast.bad(tRefusedCallbacks('withdrawals.failed'), {
        detail: noteError ?? result?.message ?? tRefusedCallbacks('withdrawals.connectionLost'),
      });
    router.refresh();
  };
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
