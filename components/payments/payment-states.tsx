'use client';

import { Inferred, Status } from '#components/status/status.tsx';
import { useNow } from '#components/ui/locale-context.ts';
import { inferencesOf } from '#lib/payments/model-state.ts';

const unknownStatus = 'No record tells it, and callbacks tell no payment status.';

/** The status as told and, outlined, what we infer beside it. */
export function PaymentStates({
  payment,
  room = '',
}: {
  payment: Parameters<typeof inferencesOf>[0];
  /** How wide they get before they break. */
  room?: string;
}) {
  return (
    <span className={`inline-flex flex-wrap items-center gap-1 align-middle ${room}`}>
      <Status kind="payment" value={payment.status} unknown={unknownStatus} />
      {inferencesOf(payment, useNow()).map((state) => (
        <Inferred key={state} state={state} />
      ))}
    </span>
  );
}
