'use client';

import { useAction } from '#components/query/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { workSelectedAction } from '#lib/exceptions/actions.ts';
import { tExceptionWork } from '#lib/messages/exceptions.ts';

/** Reopens the resolved exception of a payment. `address` finds it in the list of exceptions. */
export function ReopenException({ businessId, address }: { businessId: string; address: string }) {
  const { act, isPending } = useAction({});
  const reopen = () =>
    act(() => workSelectedAction({ businessId, address, filtered: null, act: { kind: 'reopen' } }), {
      failed: tExceptionWork('outcome.none'),
      done: ({ done }) =>
        done === 0
          ? { tone: 'neutral', title: tExceptionWork('payment.gone') }
          : tExceptionWork('toasts.reopened'),
    });
  return (
    <Button size="sm" isPending={isPending} onPress={() => void reopen()}>
      {tExceptionWork('payment.reopen')}
    </Button>
  );
}
