import type { ReactNode } from 'react';
import { AmountText, SignedAmount } from '#components/money/amount-text.tsx';
import { RecordedAmount } from '#components/money/recorded-amount.tsx';
import { tPayment } from '#lib/messages/payment.ts';
import {
  calculateDifference,
  findRecordedAmount,
  findRequestedSum,
  isReportedEarlier,
} from '#lib/payments/model.ts';
import type { PaymentDetail } from '#lib/payments/schema/fields.ts';

/** Shows the expected and the actual amount and their difference. */
export function PaymentSummary({ payment }: { payment: PaymentDetail }) {
  const [requested, recorded, difference] = [
    findRequestedSum(payment),
    findRecordedAmount(payment),
    calculateDifference(payment),
  ];
  const reason = tPayment(payment.recordSeen ? 'notReported' : 'noRecord');
  return (
    <div className="flex flex-wrap items-end gap-x-10 gap-y-3">
      <Figure label={tPayment('summary.expected')}>
        <AmountText
          amount={requested?.amount}
          currency={requested?.currency}
          size="large"
          copyable
          unknown={reason}
        />
      </Figure>
      <Figure label={tPayment('summary.actual')}>
        <RecordedAmount
          recorded={recorded}
          size="large"
          copyable
          unknown={isReportedEarlier(payment) ? tPayment('notReportedSince') : reason}
        />
      </Figure>
      {difference && (
        <Figure label={tPayment('summary.difference')}>
          <span className="text-lg leading-9">
            <SignedAmount amount={difference.amount} currency={difference.currency} />
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
