'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DepositLines } from '#components/deposits/deposit-lines.tsx';
import type { PreviewProps } from '#components/list/table/list-preview.ts';
import { PreviewState } from '#components/list/table/preview-state.tsx';
import { Conflicts } from '#components/timeline/conflicts.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { countEarlierDeposits } from '#lib/deposits/model.ts';
import { tPayment } from '#lib/messages/payments.ts';
import { listMismatches } from '#lib/payments/model-mismatch.ts';
import { PaymentException } from './payment-exception.tsx';
import { PaymentFacts } from './payment-facts.tsx';
import { PaymentMoney } from './payment-money.tsx';
import { paymentQuery } from './payment-query.ts';
import { PaymentStates } from './payment-states.tsx';

/** Shows a payment in the drawer of a list, with `children` before its facts in place of its exception. */
export function PaymentPreview({ businessId, id, children }: PreviewProps & { children?: ReactNode }) {
  const payment = useQuery(paymentQuery(businessId, id));
  if (!payment.data) return <PreviewState query={payment} />;
  const { payment: record, creator, deposits, related } = payment.data;
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-1.5">
        <p className="font-semibold text-lg [overflow-wrap:anywhere]">
          {ExternalText(record.clientPaymentId ?? tPayment('untitled'))}
        </p>
        <PaymentStates payment={record} mismatches={listMismatches(record, deposits)} />
      </div>
      <Conflicts conflicts={record.conflicts} record={record} />
      <PaymentMoney payment={record} deposits={deposits} />
      <DepositLines
        businessId={businessId}
        paymentId={record.paymentId}
        deposits={deposits}
        earlier={countEarlierDeposits(deposits, record)}
      />
      {children ?? (
        <PaymentException
          businessId={businessId}
          deposits={deposits}
          payment={record}
          remainders={related.remainders}
          mayCreate={false}
          mayWork={false}
        />
      )}
      <PaymentFacts payment={record} creator={creator} />
    </div>
  );
}
