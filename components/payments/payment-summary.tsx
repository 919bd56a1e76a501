'use client';

import type { ReactNode } from 'react';
import { AmountText, SignedAmount } from '#components/money/amount-text.tsx';
import { RecordedAmount } from '#components/money/recorded-amount.tsx';
import {
  calculateDifference,
  findRecordedAmount,
  findRequestedSum,
  isReportedEarlier,
} from '#lib/payments/model.ts';
import type { PaymentDetail } from '#lib/payments/schema/fields.ts';

/** The payment at a glance: what was asked, what came, and by how much they differ. */
export function PaymentSummary({ payment }: { payment: PaymentDetail }) {
  const [asked, came, apart] = [
    findRequestedSum(payment),
    findRecordedAmount(payment),
    calculateDifference(payment),
  ];
  const notRead = payment.recordSeen ? 'The record does not tell it.' : 'No record has been read yet.';
  return (
    <div className="flex flex-wrap items-end gap-x-10 gap-y-3">
      <Figure label="Expected">
        <AmountText
          amount={asked?.amount}
          currency={asked?.currency}
          size="large"
          copyable
          unknown={notRead}
        />
      </Figure>
      <Figure label="Actual">
        <RecordedAmount
          recorded={came}
          size="large"
          copyable
          unknown={isReportedEarlier(payment) ? 'Not told again since the deposit came.' : notRead}
        />
      </Figure>
      {apart && (
        <Figure label="Difference">
          <span className="text-lg leading-9">
            <SignedAmount amount={apart.amount} currency={apart.currency} />
          </span>
        </Figure>
      )}
    </div>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col">
      <span className="text-muted text-xs">{label}</span>
      {children}
    </div>
  );
}
