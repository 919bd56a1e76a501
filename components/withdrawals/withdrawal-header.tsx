import { AmountText } from '#components/money/amount-text.tsx';
import { HeaderFigure, MoneyHeader } from '#components/money/money-header.tsx';
import { tWithdrawal } from '#lib/messages/withdrawals.ts';
import type { WithdrawalDetail } from '#lib/withdrawals/schema.ts';
import { WithdrawalAmount } from './withdrawal-amount.tsx';

/** Begins a withdrawal with the sent amount, the blockchain fee and the deducted amount, as recorded (§6.2). */
export function WithdrawalHeader({ withdrawal }: { withdrawal: WithdrawalDetail }) {
  const { actualDisplayAmount, withdrawFee, displayFee, deductedSettlementAmount } = withdrawal;
  const unknown = tWithdrawal('money.notReported');
  return (
    <MoneyHeader>
      <div className="flex flex-col">
        <WithdrawalAmount withdrawal={withdrawal} />
        {actualDisplayAmount !== null && (
          <span className="text-muted text-sm">
            <AmountText amount={actualDisplayAmount} currency={withdrawal.displayCurrency} />
          </span>
        )}
      </div>
      <HeaderFigure label={tWithdrawal('money.rows.fee')} hint={tWithdrawal('money.hints.fee')}>
        <span className="text-lg leading-9">
          <AmountText
            amount={withdrawFee}
            currency={withdrawal.withdrawCurrency}
            copyable
            unknown={unknown}
          />
        </span>
        {displayFee !== null && (
          <span className="text-muted text-sm">
            <AmountText amount={displayFee} currency={withdrawal.displayCurrency} />
          </span>
        )}
      </HeaderFigure>
      <HeaderFigure label={tWithdrawal('money.rows.deducted')} hint={tWithdrawal('money.hints.deducted')}>
        <AmountText
          amount={deductedSettlementAmount}
          currency={withdrawal.settlementCurrency}
          size="large"
          copyable
          unknown={unknown}
        />
      </HeaderFigure>
    </MoneyHeader>
  );
}
