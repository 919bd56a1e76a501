import type { ReactNode } from 'react';
import { InferredStatus, Status } from '#components/status/status.tsx';
import { tStatus } from '#lib/messages/status.ts';
import { inferStates } from '#lib/payments/model.ts';

export type PaymentStatesProps = {
  payment: Parameters<typeof inferStates>[0];
  /** UNIX seconds. */
  now: number;
  /** Classes that limit the width before the states wrap. */
  room?: string;
  /** The state of its deposits, where the page doesn't list them. */
  children?: ReactNode;
};

/** Shows the reported status and the outlined states that we infer at a time. */
export function InferredStates({ payment, now, room = '', children }: PaymentStatesProps) {
  return (
    <span className={`inline-flex flex-wrap items-center gap-1 align-middle ${room}`}>
      <Status kind="payment" value={payment.status} unknown={tStatus('noPaymentStatus')} />
      {inferStates(payment, now).map((state) => (
        <InferredStatus key={state} state={state} />
      ))}
      {children}
    </span>
  );
}
