import type { ReactNode } from 'react';
import { readDepositedAmount } from '#components/deposits/deposit-figures.ts';
import { ReportedAmount } from '#components/deposits/reported-amount.tsx';
import { AmountText, SignedAmount } from '#components/money/amount-text.tsx';
import { CoinOnNetwork } from '#components/money/coin-mark.tsx';
import { HeaderFigure, MoneyHeader } from '#components/money/money-header.tsx';
import { RecordedAmount } from '#components/money/recorded-amount.tsx';
import { cx } from '#components/ui/cx.ts';
import type { DepositSum } from '#lib/deposits/model.ts';
import { countConfirmedDeposits, sumDeposits } from '#lib/deposits/model.ts';
import type { MoneyBar as Figures } from '#lib/deposits/model-money-bar.ts';
import { findMoneyBar } from '#lib/deposits/model-money-bar.ts';
import type { DepositDetail } from '#lib/deposits/schema.ts';
import { tDeposit } from '#lib/messages/deposits.ts';
import { tPayment, tPaymentValues } from '#lib/messages/payments.ts';
import {
  calculateDifference,
  findRecordedAmount,
  findRequestedSum,
  isOlderThanDeposit,
  isReceivedInOtherCoin,
} from '#lib/payments/model.ts';
import { listMismatched, listMismatches } from '#lib/payments/model-mismatch.ts';
import type { PaymentDetail } from '#lib/payments/schema/fields.ts';
import { toPermille } from '#lib/values/permille.ts';
import { compareTotal } from '#lib/values/total.ts';
import { DepositSums, omitSameSums } from './deposit-sums.tsx';

/** Compares the expected, received, fee and net amounts as lengths. The figures above it have the numbers. */
function MoneyBar({ bar: { currency, expected, received, fee, net, whole } }: { bar: Figures }) {
  const toWidth = (amount: Figures['net']) => ({ width: `${toPermille(amount, whole) / 10}%` });
  const keys = [
    ['net', 'bg-accent'],
    ['fee', 'bg-attention-line'],
    ['received', 'border border-line-strong bg-hover'],
    ...(expected === null ? [] : [['expected', 'w-0.5 bg-ink'] as const]),
  ] as const;
  return (
    <figure aria-label={tPayment('bar.label', { currency })} className="flex flex-col gap-1">
      <div aria-hidden className="relative flex h-2.5 w-full">
        <span
          className="absolute inset-y-0 start-0 rounded-xs border border-line-strong bg-hover"
          style={toWidth(received)}
        />
        <span className="z-10 rounded-s-xs bg-accent" style={toWidth(net)} />
        <span className="z-10 bg-attention-line" style={toWidth(fee)} />
        {expected !== null && (
          <span
            className="absolute -inset-y-1 z-20 -ms-0.5 w-0.5 bg-ink"
            style={{ insetInlineStart: `${toPermille(expected, whole) / 10}%` }}
          />
        )}
      </div>
      <figcaption className="flex flex-wrap gap-x-4 text-muted text-xs">
        {keys.map(([key, colour]) => (
          <span key={key} className="inline-flex items-center gap-1.5">
            <span aria-hidden className={cx('h-2.5', key === 'expected' ? '' : 'w-2.5 rounded-xs', colour)} />
            {tPayment(`bar.${key}`)}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

type PaymentMoneyProps = { payment: PaymentDetail; deposits: readonly DepositDetail[] };

/**
 * Begins a payment with its money, each number once: received, fee and net of its confirmed deposits, then the expected
 * amount and the difference. A payment has no fee and no net amount of its own (§2.3).
 */
export function PaymentMoney({ payment, deposits }: PaymentMoneyProps) {
  const sums = sumDeposits(deposits);
  const all = countConfirmedDeposits(deposits, payment);
  const bar = findMoneyBar(payment, deposits);
  const differing = listMismatched(payment, deposits);
  // Some deposits are right, as of a reusable link or before a late one. Only the wrong ones are named.
  const isInPart =
    payment.type === 'REUSABLE' || (differing.length > 0 && differing.length < deposits.length);
  const named = isInPart ? differing : deposits;
  const mismatched = payment.currencyMismatch === true ? named : [];
  return (
    <div className="@container flex flex-col gap-3">
      <MoneyHeader inThreeColumns>
        {mismatched.length > 0 && !isInPart ? (
          <MismatchedDeposits payment={payment} deposits={mismatched} />
        ) : (
          <HeaderFigure label={tPayment('summary.actual')}>
            {all === 0 ? (
              <Recorded payment={payment} isLarge />
            ) : (
              <>
                <DepositSums sums={sums.received} all={all} isLarge />
                <DepositSums sums={omitSameSums(sums.receivedDisplay, sums.received)} all={all} isBelow />
                {!isRecordSummed(payment, [...sums.received, ...sums.receivedDisplay]) && (
                  <span className="text-muted text-sm">
                    {tPayment.rich('summary.recorded', { amount: () => <Recorded payment={payment} /> })}
                  </span>
                )}
              </>
            )}
          </HeaderFigure>
        )}
        {all > 0 && (
          <>
            <HeaderFigure label={tDeposit('head.serviceFee')} hint={tDeposit('money.hints.serviceFee')}>
              <DepositSums sums={sums.serviceFee} all={all} />
              <DepositSums sums={omitSameSums(sums.serviceFeeEur, sums.serviceFee)} all={all} isBelow />
            </HeaderFigure>
            <HeaderFigure label={tDeposit('head.netCredited')} hint={tDeposit('money.hints.credited')}>
              <DepositSums sums={sums.netCredited} all={all} isLarge />
              <DepositSums sums={omitSameSums(sums.netCreditedEur, sums.netCredited)} all={all} isBelow />
            </HeaderFigure>
          </>
        )}
        <Expected payment={payment} withCoin={mismatched.length > 0} />
        {isInPart && mismatched.length > 0 && (
          <MismatchedDeposits payment={payment} deposits={mismatched} isInPart />
        )}
      </MoneyHeader>
      {bar !== null && <MoneyBar bar={bar} />}
    </div>
  );
}

/** Returns true if the record's own total is unknown, leaves out another coin, or is one of these sums. */
function isRecordSummed(payment: PaymentDetail, sums: readonly DepositSum[]): boolean {
  const recorded = findRecordedAmount(payment);
  if (recorded === null || recorded.currency === null || isReceivedInOtherCoin(payment)) return true;
  return sums.some(
    ({ currency, total }) => currency === recorded.currency && compareTotal(total, recorded.amount) === 0,
  );
}

/** The record's own total of its deposits. */
function Recorded({ payment, isLarge = false }: { payment: PaymentDetail; isLarge?: boolean }) {
  const reason = tPaymentValues(payment.recordSeen ? 'notReported' : 'noRecord');
  return (
    <RecordedAmount
      recorded={findRecordedAmount(payment)}
      size={isLarge ? 'large' : 'normal'}
      copyable={isLarge}
      unknown={isOlderThanDeposit(payment) ? tPaymentValues('notReportedSince') : reason}
    />
  );
}

/** The expected amount, its coin where another one came, and the difference where it is known. */
function Expected({ payment, withCoin }: { payment: PaymentDetail; withCoin: boolean }) {
  const requested = findRequestedSum(payment);
  const difference = withCoin ? null : calculateDifference(payment);
  const { expectedDepositAmount, depositCurrency, expectedNetwork } = payment;
  const isPricedInCoin = requested?.currency === depositCurrency;
  return (
    <>
      <HeaderFigure label={tPayment('summary.expected')}>
        <Plain>
          <AmountText
            amount={requested?.amount}
            currency={requested?.currency}
            copyable
            unknown={tPaymentValues(payment.recordSeen ? 'notReported' : 'noRecord')}
          />
        </Plain>
      </HeaderFigure>
      {withCoin && depositCurrency !== null && (
        <HeaderFigure label={tPayment('summary.expectedCoin')}>
          <Plain>
            {!isPricedInCoin && expectedDepositAmount !== null && (
              <AmountText amount={expectedDepositAmount} currency={depositCurrency} copyable />
            )}
            <CoinOnNetwork coin={depositCurrency} network={expectedNetwork} />
          </Plain>
        </HeaderFigure>
      )}
      {difference && (
        <HeaderFigure label={tPayment('summary.difference')}>
          <Plain>
            <SignedAmount amount={difference.amount} currency={difference.currency} />
          </Plain>
        </HeaderFigure>
      )}
    </>
  );
}

/** A figure of normal size on the line of the large ones. */
function Plain({ children }: { children: ReactNode }) {
  return <span className="flex flex-wrap items-center gap-x-2 text-lg leading-9">{children}</span>;
}

/** More deposits than these are counted only. The section below lists each. */
const mostHeadlines = 3;

/**
 * The deposits in another coin or on another network than the payer chose, each in its own coin. Those of several are
 * smaller than the sum of all.
 */
function MismatchedDeposits({
  payment,
  deposits,
  isInPart = false,
}: PaymentMoneyProps & { isInPart?: boolean }) {
  const [only, ...others] = listMismatches(payment, deposits);
  const label = only === undefined || others.length > 0 ? 'received' : only;
  const more = deposits.length - mostHeadlines;
  return (
    <HeaderFigure label={tPayment(`summary.${label}`)}>
      {deposits.slice(0, mostHeadlines).map((deposit) => (
        <span
          key={deposit.depositId}
          className={cx('flex', isInPart ? 'flex-col' : 'flex-wrap items-baseline gap-x-2')}
        >
          <span className={isInPart ? 'text-lg leading-8' : 'font-semibold text-2xl'}>
            <ReportedAmount
              value={readDepositedAmount(deposit)}
              currency={deposit.depositCurrency}
              copyable
              unknown={tPaymentValues('notReported')}
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
    </HeaderFigure>
  );
}
