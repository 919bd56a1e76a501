'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { toast } from '#components/ui/toast.tsx';
import { acknowledgeRefusalsAction } from '#lib/callbacks/http/actions.ts';
import type { UnseenWithdrawals } from '#lib/callbacks/schema/refusals.ts';

/** Refused withdrawal callbacks may never come again: the alarm stays until a person says to have seen it. */
export function AcknowledgeWithdrawals({
  businessId,
  unseen,
  may,
}: {
  businessId: string;
  unseen: UnseenWithdrawals;
  may: boolean;
}) {
  const router = useRouter();
  const [note, setNote] = useState('');
  const [isPending, setPending] = useState(false);
  const failed = 'They were not acknowledged';
  const acknowledge = async () => {
    setPending(true);
    const result = await acknowledgeRefusalsAction({ businessId, upTo: unseen.upTo, note }).catch(() => null);
    setPending(false);
    const [atNote] = result?.ok === false ? (result.fieldErrors['note'] ?? []) : [];
    if (result?.ok) toast.good('Acknowledged');
    else toast.bad(failed, { detail: atNote ?? result?.message ?? 'The connection was lost. Try again.' });
    router.refresh();
  };
  return (
    <Banner
      tone="bad"
      title={
        unseen.count === 1
          ? 'A withdrawal callback was refused and may not come again'
          : `${unseen.count} withdrawal callbacks were refused and may not come again`
      }
    >
      <p>
        Look the withdrawals up at the service. The alarm on Overview stays until somebody acknowledges it.
      </p>
      {may && (
        <form
          className="flex flex-wrap items-end gap-2 pt-2"
          onSubmit={(event) => {
            event.preventDefault();
            void acknowledge();
          }}
        >
          <TextField
            label="Note"
            optional
            value={note}
            limit={2_000}
            onChange={(event) => setNote(event.target.value)}
          />
          <Button type="submit" isPending={isPending}>
            Acknowledge
          </Button>
        </form>
      )}
    </Banner>
  );
}
