'use client';

import { Inferred, Status } from '#components/status/status.tsx';
import { inferredStates } from '#components/status/status-table.ts';
import { Badge } from '#components/ui/badge.tsx';
import { useNow } from '#components/ui/locale-context.ts';
import { inferencesOf } from '#lib/payments/model-state.ts';

const unknownStatus = 'No record tells it, and callbacks tell no payment status.';

/** The status as told and, outlined, what we infer beside it. */
export function PaymentStates({
  payment,
  most = 8,
  room = 'md:flex-nowrap',
}: {
  payment: Parameters<typeof inferencesOf>[0];
  /** How many inferred states there is room for. */
  most?: number;
  /** How they wrap. */
  room?: string;
}) {
  const states = inferencesOf(payment, useNow());
  const rest = states.slice(most);
  return (
    <span className={`inline-flex flex-wrap items-center gap-1 align-middle ${room}`}>
      <Status kind="payment" value={payment.status} unknown={unknownStatus} />
      {states.slice(0, most).map((state) => (
        <Inferred key={state} state={state} />
      ))}
      {rest.length > 0 && (
        <Badge title={rest.map((state) => inferredStates[state].label).join(', ')}>+{rest.length}</Badge>
      )}
    </span>
  );
}
