'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PreviewProps } from '#components/list/table/list-preview.ts';
import { PreviewState } from '#components/list/table/preview-state.tsx';
import { AmountText } from '#components/money/amount-text.tsx';
import { Status } from '#components/status/status.tsx';
import { tPaymentOutcome } from '#lib/messages/new-payment.ts';
import { parseAmount } from '#lib/values/amount.ts';
import { intentQuery } from './intent-query.ts';
import { OtherPayments } from './other-payments.tsx';
import { SentFacts } from './sent-facts.tsx';

/** Shows a request in the drawer of a list: outcome, `children`, then the sent fields. */
export function IntentPreview({ businessId, id, children }: PreviewProps & { children?: ReactNode }) {
  const read = useQuery(intentQuery(businessId, id));
  if (!read.data) return <PreviewState query={read} />;
  const intent = read.data;
  const sent = new Map(intent.sent.map(({ field, value }) => [field, value]));
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col items-start gap-1.5">
        <p className="font-semibold text-lg [overflow-wrap:anywhere]">{intent.clientPaymentId}</p>
        <AmountText
          amount={parseAmount(sent.get('displayAmount') ?? sent.get('depositAmount') ?? '')}
          currency={sent.get('displayCurrency') ?? sent.get('depositCurrency')}
          size="large"
          exact
          copyable
          unknown={tPaymentOutcome('sent.noAmount')}
        />
        <Status kind="intent" value={intent.state} />
        {intent.error && <p className="text-sm [overflow-wrap:anywhere]">{intent.error.message}</p>}
      </div>
      <OtherPayments intent={intent} />
      {children}
      <SentFacts intent={intent} />
    </div>
  );
}
