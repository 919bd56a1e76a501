import type { ReactNode } from 'react';
import { TextLink } from '#components/ui/text-link.tsx';
import type { Counterparty } from '#lib/reviews/counterparties/model.ts';
import { toCounterpartyPath } from '#lib/reviews/counterparties/model.ts';

/** Links to the records of an address or risk entity. */
export const CounterpartyLink = ({
  businessId,
  counterparty,
  children,
}: {
  businessId: string;
  counterparty: Counterparty;
  children: ReactNode;
}) => (
  // Prefetching would record a view of risk detail in the audit log.
  <TextLink prefetch={false} href={`/${businessId}/${toCounterpartyPath(counterparty)}`}>
    {children}
  </TextLink>
);
