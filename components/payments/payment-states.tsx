'use client';

import type { ReactNode } from 'react';
import { InferredStatus, Status } from '#components/status/status.tsx';
import { useNow } from '#components/ui/locale-context.ts';
import { tStatus } from '#lib/messages/status.ts';
import { inferStates } from '#lib/payments/model.ts';

/** Shows the reported status and the outlined states that we infer. */
export function PaymentStates({
  payment,
  room = '',
  children,
}: {
  payment: Parameters<typeof inferStates>[0];
  /** Classes that limit the width before the states wrap. */
  room?: string;
  /** The state of its deposits, where the page doesn't list them. */
  children?: ReactNode;
}) {
  return (
    <span className={`inline-flex flex-wrap items-center gap-1 align-middle ${room}`}>
      <Status kind="payment" value={payment.status} unknown={tStatus('noPaymentStatus')} />
      {inferStates(payment, useNow()).map((state) => (
        <InferredStatus key={state} state={state} />
      ))}
      {children}
    </span>
  );
}
