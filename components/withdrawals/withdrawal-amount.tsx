import { AmountText } from '#components/money/amount-text.tsx';
import { tWithdrawal } from '#lib/messages/withdrawals.ts';
import type { WithdrawalDetail } from '#lib/withdrawals/schema.ts';

/** Shows the amount of a withdrawal, labelled as withdrawn or estimated. */
export function WithdrawalAmount({
  withdrawal: { actualWithdrawAmount, estimatedWithdrawAmount, withdrawCurrency },
}: {
  withdrawal: Pick<WithdrawalDetail, 'actualWithdrawAmount' | 'estimatedWithdrawAmount' | 'withdrawCurrency'>;
}) {
  return (
    <div className="flex min-w-0 flex-col">
      <span className="text-muted text-xs">
        {tWithdrawal(actualWithdrawAmount === null ? 'amount.estimated' : 'amount.withdrawn')}
      </span>
      <AmountText
        amount={actualWithdrawAmount ?? estimatedWithdrawAmount}
        currency={withdrawCurrency}
        size="large"
        copyable
      />
    </div>
  );
}
