'use client';

import { InferredStatus, Status } from '#components/status/status.tsx';
import { useNow } from '#components/ui/locale-context.ts';
import { inferStates } from '#lib/payments/model.ts';

const unknownStatus = 'No record tells it, and callbacks tell no payment status.';

/** The status as told and, outlined, what we infer beside it. */
export function PaymentStates({
  payment,
  room = '',
}: {
  payment: Parameters<typeof inferStates>[0];
  /** How wide they get before they break. */
  room?: string;
}) {
  return (
    <span className={`inline-flex flex-wrap items-center gap-1 align-middle ${room}`}>
      <Status kind="payment" value={payment.status} unknown={unknownStatus} />
      {inferStates(payment, useNow()).map((state) => (
        <InferredStatus key={state} state={state} />
      ))}
    </span>
  );
}
