import { AmountText } from '#components/money/amount-text.tsx';
import { HeaderFigure, MoneyHeader } from '#components/money/money-header.tsx';
import { UnknownValue } from '#components/ui/unknown-value.tsx';
import type { DepositSum } from '#lib/deposits/model.ts';
import { countEarlierDeposits, sumDeposits } from '#lib/deposits/model.ts';
import type { DepositDetail } from '#lib/deposits/schema.ts';
import { tDeposit } from '#lib/messages/deposit.ts';
import { tPayment } from '#lib/messages/payment.ts';
import type { PaymentDetail } from '#lib/payments/schema/fields.ts';

/**
 * Begins a payment with the sums of its confirmed deposits: received, service fee and credited, per currency. The received
 * coins are also in the display currency, the others in EUR. Each says how many deposits report it. A payment has no such
 * figures of its own (§2.3).
 */
export function DepositSums({
  payment,
  deposits,
}: {
  payment: PaymentDetail;
  deposits: readonly DepositDetail[];
}) {
  const sums = sumDeposits(deposits);
  // Deposits that are not read with the payment are missing in every sum.
  const all = Math.max(
    sums.confirmed,
    countEarlierDeposits(deposits, payment) > 0 ? payment.confirmedDepositCount : 0,
  );
  if (all === 0) return null;
  return (
    <MoneyHeader>
      <HeaderFigure label={tDeposit('head.received')}>
        <Sums sums={sums.received} all={all} isLarge />
        <Sums sums={sums.receivedDisplay} all={all} isBelow />
      </HeaderFigure>
      <HeaderFigure label={tDeposit('head.serviceFee')} hint={tDeposit('money.hints.serviceFee')}>
        <Sums sums={sums.serviceFee} all={all} />
        <Sums sums={omitSame(sums.serviceFeeEur, sums.serviceFee)} all={all} isBelow />
      </HeaderFigure>
      <HeaderFigure label={tDeposit('head.netCredited')} hint={tDeposit('money.hints.credited')}>
        <Sums sums={sums.netCredited} all={all} isLarge />
        <Sums sums={omitSame(sums.netCreditedEur, sums.netCredited)} all={all} isBelow />
      </HeaderFigure>
    </MoneyHeader>
  );
}

/** Omits the EUR equivalents where they repeat the figures above. */
const omitSame = (eur: readonly DepositSum[], sums: readonly DepositSum[]): readonly DepositSum[] =>
  sums.length === eur.length &&
  eur.every(({ currency, total, reported }, at) => {
    const sum = sums[at];
    return sum?.currency === currency && sum.total === total && sum.reported === reported;
  })
    ? []
    : eur;

function Sums({
  sums,
  all,
  isLarge = false,
  isBelow = false,
}: {
  sums: readonly DepositSum[];
  /** The number of confirmed deposits. */
  all: number;
  isLarge?: boolean;
  /** The same figure in the display currency or in EUR, below the others. */
  isBelow?: boolean;
}) {
  if (sums.length === 0) return isBelow ? null : <UnknownValue reason={tPayment('sums.notReported')} />;
  const reported = sums.reduce((count, sum) => count + sum.reported, 0);
  return (
    <>
      {sums.map(({ currency, total }) => (
        <span key={currency} className={isBelow ? 'text-muted text-sm' : isLarge ? '' : 'text-lg leading-9'}>
          <AmountText
            amount={total}
            currency={currency}
            size={isLarge ? 'large' : 'normal'}
            copyable={!isBelow}
          />
        </span>
      ))}
      {(all > 1 || reported < all) && (
        <span className="text-muted text-xs">{tPayment('sums.reported', { reported, all })}</span>
      )}
    </>
  );
}
