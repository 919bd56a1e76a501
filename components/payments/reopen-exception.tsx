'use client';

import { useState } from 'react';
import { toActionErrorMessage } from '#components/query/action-error-message.ts';
import { callAction } from '#components/query/call-action.ts';
import { Button } from '#components/ui/button.tsx';
import { toast } from '#components/ui/toast.tsx';
import { workSelectedAction } from '#lib/exceptions/actions.ts';
import { tExceptionWork } from '#lib/messages/exception-work.ts';

/** Reopens the resolved exception of a payment. `address` finds it in the list of exceptions. */
export function ReopenException({ businessId, address }: { businessId: string; address: string }) {
  const [isPending, setPending] = useState(false);
  const reopen = async () => {
    setPending(true);
    const result = await callAction(() =>
      workSelectedAction({ businessId, address, filtered: null, act: { kind: 'reopen' } }),
    );
    setPending(false);
    if (!result?.ok) {
      const { title, detail } = toActionErrorMessage(result, { failed: tExceptionWork('outcome.none') });
      toast.bad(title, { detail });
    } else if (result.data.done === 0) toast.neutral(tExceptionWork('payment.gone'));
    else toast.good(tExceptionWork('toasts.reopened'));
  };
  return (
    <Button size="sm" isPending={isPending} onPress={() => void reopen()}>
      {tExceptionWork('payment.reopen')}
    </Button>
  );
}
