'use client';

import { useNow } from '#components/ui/locale-context.ts';
import type { PaymentStatesProps } from './inferred-states.tsx';
import { InferredStates, InferredStatesLine } from './inferred-states.tsx';

/** Shows the status that the service reported, and the inferred states as of now with an outlined label. */
export const PaymentStates = (props: Omit<PaymentStatesProps, 'now'>) => (
  <InferredStates {...props} now={useNow()} />
);

/** Shows the status that the service reported on one line with the number of the inferred states as of now. */
export const PaymentStatesLine = (props: Omit<Parameters<typeof InferredStatesLine>[0], 'now'>) => (
  <InferredStatesLine {...props} now={useNow()} />
);
