import { AmountText } from '#components/money/amount-text.tsx';
import { HeaderFigure, MoneyHeader } from '#components/money/money-header.tsx';
import type { DepositDetail } from '#lib/deposits/schema.ts';
import { tDeposit } from '#lib/messages/deposits.ts';
import type { Amount } from '#lib/values/amount.ts';
import { DepositAmount } from './deposit-amount.tsx';
import { readDisplayedAmount } from './deposit-figures.ts';
import { ReportedAmount } from './reported-amount.tsx';

/** Begins a deposit with the received amount, the service fee and the credited amount, as recorded, with EUR. */
export function DepositHeader({ deposit }: { deposit: DepositDetail }) {
  const unknown = tDeposit(deposit.recordSeen ? 'money.notReported' : 'money.notInCallback');
  return (
    <MoneyHeader>
      <HeaderFigure label={tDeposit('head.received')}>
        <DepositAmount deposit={deposit} />
        <span className="text-muted text-sm">
          <ReportedAmount
            value={readDisplayedAmount(deposit)}
            currency={deposit.displayCurrency}
            unknown={unknown}
          />
        </span>
      </HeaderFigure>
      <HeaderFigure label={tDeposit('head.serviceFee')} hint={tDeposit('money.hints.serviceFee')}>
        <span className="text-lg leading-9">
          <AmountText
            amount={deposit.settlementServiceFee}
            currency={deposit.settlementCurrency}
            copyable
            unknown={unknown}
          />
        </span>
        <Equivalent
          deposit={deposit}
          above={deposit.settlementServiceFee}
          amount={deposit.uniformServiceFee}
          unknown={unknown}
        />
      </HeaderFigure>
      <HeaderFigure label={tDeposit('head.netCredited')} hint={tDeposit('money.hints.credited')}>
        <AmountText
          amount={deposit.settlementPayableAmount}
          currency={deposit.settlementCurrency}
          size="large"
          copyable
          unknown={unknown}
        />
        <Equivalent
          deposit={deposit}
          above={deposit.settlementPayableAmount}
          amount={deposit.uniformPayableAmount}
          unknown={unknown}
        />
      </HeaderFigure>
    </MoneyHeader>
  );
}

/** Shows the equivalent in the uniform currency, unless it repeats the figure above or both are unknown. */
function Equivalent({
  deposit,
  above,
  amount,
  unknown,
}: {
  deposit: DepositDetail;
  above: Amount | null;
  amount: Amount | null;
  unknown: string;
}) {
  const currency = deposit.uniformCurrency ?? 'EUR';
  if (amount === above && (amount === null || currency === deposit.settlementCurrency)) return null;
  return (
    <span className="text-muted text-sm">
      <AmountText amount={amount} currency={currency} unknown={unknown} />
    </span>
  );
}
