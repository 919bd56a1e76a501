import { MoreStates } from '#components/status/more-states.tsx';
import { InferredStatus, Status } from '#components/status/status.tsx';
import { inferredStates } from '#components/status/status-table.ts';
import { tStatus } from '#lib/messages/status.ts';
import { inferStates } from '#lib/payments/model.ts';
import type { Mismatch } from '#lib/payments/model-mismatch.ts';
import { specifyMismatch } from '#lib/payments/model-mismatch.ts';

export type PaymentStatesProps = {
  payment: Parameters<typeof inferStates>[0];
  /** UNIX seconds. */
  now: number;
  /** How the deposits differ from the payment, where the page knows them. */
  mismatches?: readonly Mismatch[];
};

/**
 * Shows the status that the service reported and the number of the inferred states on one line. `others` are further
 * states, such as those of its deposits.
 */
export function InferredStatesLine({
  payment,
  now,
  mismatches = [],
  others = [],
}: PaymentStatesProps & { others?: readonly string[] }) {
  const inferred = specifyMismatch(inferStates(payment, now), mismatches).map(
    (state) => inferredStates[state].label,
  );
  return (
    <span className="states row-states">
      <Status kind="payment" value={payment.status} unknown={tStatus('noPaymentStatus')} />
      <MoreStates labels={[...inferred, ...others]} />
    </span>
  );
}

/** Shows the status that the service reported, and the inferred states at a time with an outlined label. */
export function InferredStates({ payment, now, mismatches = [] }: PaymentStatesProps) {
  return (
    <span className="states">
      <Status kind="payment" value={payment.status} unknown={tStatus('noPaymentStatus')} />
      {specifyMismatch(inferStates(payment, now), mismatches).map((state) => (
        <InferredStatus key={state} state={state} />
      ))}
    </span>
  );
}
