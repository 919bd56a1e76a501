import type { ReactNode } from 'react';
import { readDepositedAmount } from '#components/deposits/deposit-figures.ts';
import { ReportedAmount } from '#components/deposits/reported-amount.tsx';
import { AmountText, SignedAmount } from '#components/money/amount-text.tsx';
import { CoinOnNetwork } from '#components/money/coin-mark.tsx';
import { RecordedAmount } from '#components/money/recorded-amount.tsx';
import type { DepositDetail } from '#lib/deposits/schema.ts';
import { tPayment } from '#lib/messages/payment.ts';
import {
  calculateDifference,
  findRecordedAmount,
  findRequestedSum,
  isOlderThanDeposit,
} from '#lib/payments/model.ts';
import type { PaymentDetail } from '#lib/payments/schema/fields.ts';

/** Shows the expected and the actual amount and their difference, or the deposits of another coin or network. */
export function PaymentSummary({
  payment,
  deposits,
}: {
  payment: PaymentDetail;
  deposits: readonly DepositDetail[];
}) {
  if (payment.currencyMismatch === true && deposits.length > 0)
    return <MismatchSummary payment={payment} deposits={deposits} />;
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
          unknown={isOlderThanDeposit(payment) ? tPayment('notReportedSince') : reason}
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

/** More deposits than these are counted only. The section below lists each. */
const mostHeadlines = 3;

/** Shows the received deposits in their own coins first, and the requested amount after them. */
function MismatchSummary({
  payment,
  deposits,
}: {
  payment: PaymentDetail;
  deposits: readonly DepositDetail[];
}) {
  const requested = findRequestedSum(payment);
  const { expectedDepositAmount, depositCurrency, expectedNetwork } = payment;
  const more = deposits.length - mostHeadlines;
  const isPricedInCoin = requested?.currency === depositCurrency;
  return (
    <div className="flex flex-wrap items-end gap-x-10 gap-y-3">
      <Figure label={tPayment('summary.received')}>
        {deposits.slice(0, mostHeadlines).map((deposit) => (
          <span key={deposit.depositId} className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-semibold text-2xl">
              <ReportedAmount
                value={readDepositedAmount(deposit)}
                currency={deposit.depositCurrency}
                copyable
                unknown={tPayment('notReported')}
              />
            </span>
            {deposit.depositCurrency !== null && (
              <CoinOnNetwork coin={deposit.depositCurrency} network={deposit.network} />
            )}
          </span>
        ))}
        {more > 0 && (
          <span className="text-muted text-sm">{tPayment('summary.moreDeposits', { count: more })}</span>
        )}
      </Figure>
      <Figure label={tPayment('summary.expected')}>
        <span className="text-lg leading-9">
          <AmountText
            amount={requested?.amount}
            currency={requested?.currency}
            copyable
            unknown={tPayment(payment.recordSeen ? 'notReported' : 'noRecord')}
          />
        </span>
      </Figure>
      {depositCurrency !== null && (
        <Figure label={tPayment('summary.expectedCoin')}>
          <span className="flex flex-wrap items-center gap-x-2 text-lg leading-9">
            {!isPricedInCoin && expectedDepositAmount !== null && (
              <AmountText amount={expectedDepositAmount} currency={depositCurrency} copyable />
            )}
            <CoinOnNetwork coin={depositCurrency} network={expectedNetwork} />
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
