'use client';

import { useNow } from '#components/ui/locale-context.ts';
import type { PaymentStatesProps } from './inferred-states.tsx';
import { InferredStates } from './inferred-states.tsx';

/** Shows the reported status and the outlined states that we infer, as of now. */
export const PaymentStates = (props: Omit<PaymentStatesProps, 'now'>) => (
  <InferredStates {...props} now={useNow()} />
);
