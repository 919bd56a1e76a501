import { AmountText } from '#components/money/amount-text.tsx';
import { HeadFigure, MoneyHead } from '#components/money/money-head.tsx';
import type { DepositDetail } from '#lib/deposits/schema.ts';
import { tDeposit } from '#lib/messages/deposit.ts';
import { DepositAmount } from './deposit-amount.tsx';
import { readDisplayedAmount } from './deposit-figures.ts';
import { ReportedAmount } from './reported-amount.tsx';

/** Begins a deposit with the received amount, the service fee and the credited amount, as recorded, with EUR. */
export function DepositHead({ deposit }: { deposit: DepositDetail }) {
  const unknown = tDeposit(deposit.recordSeen ? 'money.notReported' : 'money.notInCallback');
  return (
    <MoneyHead>
      <HeadFigure label={tDeposit('head.received')}>
        <DepositAmount deposit={deposit} />
        <span className="text-muted text-sm">
          <ReportedAmount
            value={readDisplayedAmount(deposit)}
            currency={deposit.displayCurrency}
            unknown={unknown}
          />
        </span>
      </HeadFigure>
      <HeadFigure label={tDeposit('head.serviceFee')} hint={tDeposit('money.hints.serviceFee')}>
        <span className="text-lg leading-9">
          <AmountText
            amount={deposit.settlementServiceFee}
            currency={deposit.settlementCurrency}
            copyable
            unknown={unknown}
          />
        </span>
        <span className="text-muted text-sm">
          <AmountText
            amount={deposit.uniformServiceFee}
            currency={deposit.uniformCurrency ?? 'EUR'}
            unknown={unknown}
          />
        </span>
      </HeadFigure>
      <HeadFigure label={tDeposit('head.netCredited')} hint={tDeposit('money.hints.credited')}>
        <AmountText
          amount={deposit.settlementPayableAmount}
          currency={deposit.settlementCurrency}
          size="large"
          copyable
          unknown={unknown}
        />
        <span className="text-muted text-sm">
          <AmountText
            amount={deposit.uniformPayableAmount}
            currency={deposit.uniformCurrency ?? 'EUR'}
            unknown={unknown}
          />
        </span>
      </HeadFigure>
    </MoneyHead>
  );
}
